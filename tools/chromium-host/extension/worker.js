// Chromium's own profile takes its proxy and WebRTC settings from extensions alone while it runs. What the host wants
// comes as a cookie, the answer goes back as one: ../host/chromium/profile-settings.ts.
const url = "https://chromium-host.invalid/";
const settings = {
  proxy: chrome.proxy.settings,
  webRtc: chrome.privacy.network.webRTCIPHandlingPolicy,
};

async function apply() {
  const cookie = await chrome.cookies.get({ url, name: "wanted" });
  if (cookie === null) return;
  const { id, name, value } = JSON.parse(decodeURIComponent(cookie.value));
  const error = await settings[name].set({ value, scope: "regular_only" }).then(() => null, String);
  const answer = encodeURIComponent(JSON.stringify({ id, error }));
  await chrome.cookies.set({ url, name: "taken", value: answer, secure: true });
}

// A cookie wakes it up; at its own start it looks for one that came before.
chrome.cookies.onChanged.addListener(({ cookie, removed }) => {
  if (cookie.name === "wanted" && !removed) void apply();
});
chrome.runtime.onInstalled.addListener(() => void apply());
chrome.runtime.onStartup.addListener(() => void apply());
