/** The name of its screen. */
export const handoverScreen = "handover";
