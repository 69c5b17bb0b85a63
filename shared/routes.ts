import type { z } from "zod";
import type { Result } from "./core/failure.ts";
import { aboutRoutes } from "./about/routes.ts";
import { appRoutes } from "./desk/app-routes.ts";
import { auditRoutes } from "./activity-log/routes.ts";
import { backupRoutes } from "./backup/routes.ts";
import { bookingsRoutes } from "./bookings/routes.ts";
import { cardsRoutes } from "./cards/routes.ts";
import { clinicRoutes } from "./clinic/routes.ts";
import { deskRoutes } from "./desk/routes.ts";
import { diagnosticsRoutes } from "./diagnostics/routes.ts";
import { doctorRoutes } from "./connection-check/routes.ts";
import { exportRoutes } from "./export/routes.ts";
import { filesRoutes } from "./settings/file-routes.ts";
import { importRoutes } from "./import/routes.ts";
import { itemsRoutes } from "./outbox/routes.ts";
import { questionRoutes } from "./outbox/question-routes.ts";
import { keepingRoutes } from "./keeping/routes.ts";
import { lockRoutes } from "./lock/routes.ts";
import { noticesRoutes } from "./notices/routes.ts";
import { patientsRoutes } from "./patients/routes.ts";
import { policyRoutes } from "./policy/routes.ts";
import { retentionRoutes } from "./patients/retention-routes.ts";
import { slipRoutes } from "./printing/routes.ts";
import { updatesRoutes } from "./updates/routes.ts";
import { webhooksRoutes } from "./webhooks/routes.ts";

/**
 * Every IPC route, as its subject declares it. Handlers in
 * the parts of main (`main/ipc/router.ts`) and the renderer's bridge are typed from this map; the router does what they declare.
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
  ...exportRoutes,
  ...diagnosticsRoutes,
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
