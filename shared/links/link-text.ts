/** What is told of a link without reading it: the program's start needs this, and none of what reading loads. */

/** As the installers register it: electron-builder.yml and build/installer.nsh. */
export const linkScheme = "frontdesk";

/** The longest link that is looked at, in UTF-16 units. */
export const longestLink = 2_000;

/** Whether the text is meant for this program, rightly written or not. */
export const isLink = (text: string): boolean => /^frontdesk:/i.test(text);

/** Whether it comes from a softphone by itself, not from a person's press. */
export const isCall = (text: string): boolean => /^frontdesk:\/\/call(?:[/?]|$)/i.test(text);
