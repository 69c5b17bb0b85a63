// Chromium's own profile takes its proxy and WebRTC settings from extensions alone while it runs. The host calls `change`
// through the debugger: ../host/chromium/profile-settings.ts.
const settings = {
  proxy: chrome.proxy.settings,
  webRtc: chrome.privacy.network.webRTCIPHandlingPolicy,
};

globalThis.change = async ({ name, value }) => {
  await settings[name].set({ value, scope: "regular_only" });
  return "taken";
};

// Who listens for these is started with Chromium.
chrome.runtime.onInstalled.addListener(() => undefined);
chrome.runtime.onStartup.addListener(() => undefined);
