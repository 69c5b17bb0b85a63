import { useState, type ReactNode } from "react";
import { useProxy } from "../lib/hooks.ts";
import { loadOnDemand } from "../ui/on-demand.tsx";

const load = () => import("../features/policy/index.ts");
const OtherServiceBanner = loadOnDemand(async () => (await load()).OtherServiceBanner);
const ProxyBanner = loadOnDemand(async () => (await load()).ProxyBanner);
const ProxyDialog = loadOnDemand(async () => (await load()).ProxyDialog);

/** A proxy that asks: a dialog once for each question, and a line until it is answered. */
export function ProxyQuestion(): ReactNode {
  const asks = useProxy()?.asks ?? null;
  /** The question whose dialog was closed without an answer. */
  const [put, setPut] = useState(0);
  if (asks === null) return null;
  return (
    <>
      <ProxyBanner onEnter={() => setPut(0)} />
      {asks.serial > put && <ProxyDialog key={asks.serial} asks={asks} onClose={() => setPut(asks.serial)} />}
    </>
  );
}

/** What the organization sets that concerns every screen. */
export const PolicyNotices = (): ReactNode => (
  <>
    <OtherServiceBanner />
    <ProxyQuestion />
  </>
);
