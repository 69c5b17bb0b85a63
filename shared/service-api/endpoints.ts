/** The service's paths, relative to its base address (interface: Endpoints). */
export const endpoints = {
  createPatient: { method: "POST", path: "/api/patient" },
  bookAppointment: { method: "POST", path: "/api/appointment" },
  registerWebhook: { method: "POST", path: "/api/webhooks" },
  listWebhooks: { method: "GET", path: "/api/webhooks" },
} as const;
export type EndpointName = keyof typeof endpoints;
