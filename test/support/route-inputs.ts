import { isRouteName, routes, type RouteInput, type RouteName } from "../../shared/routes.ts";

/** The example of each route: an input that its schema takes. */
export const routeInputs = Object.fromEntries(
  Object.keys(routes)
    .filter(isRouteName)
    .map((name) => [name, routes[name].example]),
) as { readonly [N in RouteName]: RouteInput<N> };
