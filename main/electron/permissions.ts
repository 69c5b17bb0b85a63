import type { Session } from "electron";

/** No page may use a camera, a microphone, notifications or any other permission, or put a file anywhere. */
export function denyPermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
  target.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  target.on("will-download", (event) => event.preventDefault());
}
