import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReadinessProbe } from "../../../hub/http/ready.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("all who ask within a second share one write, and the next second has another", async () => {
  const write = vi.fn(async () => undefined);
  const isReady = createReadinessProbe(write);
  await Promise.all([isReady(), isReady()]);
  await vi.advanceTimersByTimeAsync(999);
  await isReady();
  expect(write).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await isReady();
  expect(write).toHaveBeenCalledTimes(2);
});

it("a write that fails is what each is told, and is tried again", async () => {
  const write = vi.fn().mockRejectedValueOnce(new Error("gone")).mockResolvedValue(undefined);
  const isReady = createReadinessProbe(write);
  await expect(isReady()).rejects.toThrow("gone");
  await expect(isReady()).rejects.toThrow("gone");
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(isReady()).resolves.toBeUndefined();
});

it("a write that hangs is not ready after two seconds, for whoever asks, and no second one hangs beside it", async () => {
  const hung = Promise.withResolvers<undefined>();
  const write = vi.fn(() => hung.promise);
  const isReady = createReadinessProbe(write);
  const first = expect(isReady()).rejects.toThrow("two seconds");
  await vi.advanceTimersByTimeAsync(2_000);
  await first;
  await vi.advanceTimersByTimeAsync(60_000);
  const second = expect(isReady()).rejects.toThrow("two seconds");
  await vi.advanceTimersByTimeAsync(0);
  await second;
  expect(write).toHaveBeenCalledTimes(1);
  hung.resolve(undefined);
  await vi.advanceTimersByTimeAsync(0);
  await expect(isReady()).resolves.toBeUndefined();
  expect(write).toHaveBeenCalledTimes(2);
});
