import type { z } from "zod";
import type { Result } from "./failure.ts";
import { aboutRoutes } from "./routes/about.ts";
import { appRoutes } from "./routes/app.ts";
import { auditRoutes } from "./routes/audit.ts";
import { backupRoutes } from "./routes/backup.ts";
import { bookingsRoutes } from "./routes/bookings.ts";
import { cardsRoutes } from "./routes/cards.ts";
import { clinicRoutes } from "./routes/clinic.ts";
import { deskRoutes } from "./routes/desk.ts";
import { doctorRoutes } from "./routes/doctor.ts";
import { filesRoutes } from "./routes/files.ts";
import { importRoutes } from "./routes/import.ts";
import { itemsRoutes } from "./routes/items.ts";
import { questionRoutes } from "./routes/questions.ts";
import { keepingRoutes } from "./routes/keeping.ts";
import { lockRoutes } from "./routes/lock.ts";
import { noticesRoutes } from "./routes/notices.ts";
import { patientsRoutes } from "./routes/patients.ts";
import { policyRoutes } from "./routes/policy.ts";
import { retentionRoutes } from "./routes/retention.ts";
import { slipRoutes } from "./routes/slip.ts";
import { updatesRoutes } from "./routes/updates.ts";
import { webhooksRoutes } from "./routes/webhooks.ts";

/**
 * Every IPC route: its name, and the schema of what goes in and what comes out. Handlers in
 * the parts of main (`main/ipc/router.ts`) and the renderer's bridge are typed from this map; the router parses both ways.
 */
export const routes = {
  ...appRoutes,
  ...aboutRoutes,
  ...filesRoutes,
  ...slipRoutes,
  ...deskRoutes,
  ...itemsRoutes,
  ...questionRoutes,
  ...patientsRoutes,
  ...importRoutes,
  ...retentionRoutes,
  ...keepingRoutes,
  ...bookingsRoutes,
  ...cardsRoutes,
  ...webhooksRoutes,
  ...auditRoutes,
  ...lockRoutes,
  ...updatesRoutes,
  ...backupRoutes,
  ...policyRoutes,
  ...clinicRoutes,
  ...noticesRoutes,
  ...doctorRoutes,
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
/** What a caller passes. */
export type RouteInput<N extends RouteName> = z.input<Routes[N]["input"]>;
/** What a handler gets. */
export type RouteParsedInput<N extends RouteName> = z.output<Routes[N]["input"]>;
export type RouteOutput<N extends RouteName> = z.output<Routes[N]["output"]>;

/** Every invoke resolves to this envelope; a rejected invoke would lose the failure's fields. */
export type Envelope<N extends RouteName> = Result<RouteOutput<N>>;

export const isRouteName = (name: unknown): name is RouteName =>
  typeof name === "string" && Object.hasOwn(routes, name);
