import { expect, test } from "vitest";
import { createAttention } from "../../../main/desk/attention.ts";
import { drawOverlayBitmap, overlaySize } from "../../../main/electron/overlay-icon.ts";

function told(isWatched: () => boolean) {
  const badges: number[] = [];
  const notified: number[] = [];
  const denials: number[] = [];
  const heed = createAttention({
    isWatched,
    badge: (count) => badges.push(count),
    notify: (count) => notified.push(count),
    notifyDenied: (denied) => denials.push(denied),
  });
  return { heed, badges, notified, denials };
}

test("more that needs a person is told while nobody looks; what was there at the start, or less, is no news", () => {
  const { heed, badges, notified } = told(() => false);
  for (const count of [2, 2, 3, 1, 2, 0]) heed({ count, denied: 0, accountId: "elm" });
  expect(badges).toEqual([2, 3, 1, 2, 0]);
  expect(notified).toEqual([3, 2]);
});

test("whoever looks at the window is not told by the system, and is told of the next when they look away", () => {
  let isWatched = true;
  const { heed, badges, notified } = told(() => isWatched);
  heed({ count: 0, denied: 0, accountId: "elm" });
  heed({ count: 1, denied: 0, accountId: "elm" });
  isWatched = false;
  heed({ count: 2, denied: 0, accountId: "elm" });
  expect(badges).toEqual([0, 1, 2]);
  expect(notified).toEqual([2]);
});

// window-14: Its number is that of the account at the desk
test(
  "what another account has when it comes to the desk is no news, and what comes to it after that is",
  { tags: ["window-14"] },
  () => {
    const { heed, badges, notified } = told(() => false);
    heed({ count: 1, denied: 0, accountId: "elm" });
    heed({ count: 0, denied: 0, accountId: null });
    heed({ count: 5, denied: 0, accountId: "oak" });
    heed({ count: 6, denied: 0, accountId: "oak" });
    expect(badges).toEqual([1, 0, 5, 6]);
    expect(notified).toEqual([6]);
  },
);

test("a denied booking is told before what waits, once, and counts on the badge until somebody looked", () => {
  const { heed, badges, notified, denials } = told(() => false);
  heed({ count: 1, denied: 0, accountId: "elm" });
  heed({ count: 2, denied: 1, accountId: "elm" });
  heed({ count: 2, denied: 1, accountId: "elm" });
  heed({ count: 2, denied: 0, accountId: "elm" });
  expect({ badges, notified, denials }).toEqual({ badges: [1, 3, 2], notified: [], denials: [1] });
});

const pixel = (count: number, x: number, y: number): readonly number[] =>
  Array.from(drawOverlayBitmap(count).slice((y * overlaySize + x) * 4, (y * overlaySize + x) * 4 + 4));

test("the icon of the taskbar is a red disc with the number, and nothing around it", () => {
  const red = [0x18, 0x23, 0xb4, 0xff];
  expect(drawOverlayBitmap(1)).toHaveLength(overlaySize * overlaySize * 4);
  expect(pixel(4, 0, 0)).toEqual([0, 0, 0, 0]);
  expect(pixel(4, 16, 2)).toEqual(red);
  // The stem of a one goes through the middle; a zero is open there.
  expect(pixel(1, 16, 16)).toEqual([255, 255, 255, 255]);
  expect(pixel(0, 16, 16)).toEqual(red);
  const seen = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => drawOverlayBitmap(count).join());
  expect(new Set(seen).size).toBe(10);
  expect(drawOverlayBitmap(99)).toEqual(drawOverlayBitmap(10));
});
