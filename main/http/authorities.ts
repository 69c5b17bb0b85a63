import { getCACertificates } from "node:tls";
import { Worker } from "node:worker_threads";

/** Certificates as PEM. */
type Certificates = readonly string[];

/** What the thread runs: it is handed over as text, so that it needs no file of its own. */
const reader = `require("node:worker_threads").parentPort.postMessage(require("node:tls").getCACertificates("system"));`;

/** The system's certificates as a thread reads them; rejects where there is no thread, or it breaks. */
function readInThread(source: string): Promise<Certificates> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(source, { eval: true, name: "authorities", stdout: true, stderr: true });
    // It keeps no process alive by itself.
    thread.unref();
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", (code) => reject(new Error(`The thread ended with ${code}.`)));
  });
}

/**
 * The certificates of the system. Reading its store takes seconds on some computers, and main answers nobody meanwhile:
 * so a thread reads it. Where that gives none, main does it itself. `source` is the thread's script, for tests.
 */
export async function readSystemCertificates(source = reader): Promise<Certificates> {
  const read = await readInThread(source).catch(() => []);
  return read.length > 0 ? read : getCACertificates("system");
}

/** The certificates of the system beside those of Node: a clinic's network often has its own authority. */
export const readSystemAuthorities = async (): Promise<Certificates> => [
  ...new Set([...getCACertificates("default"), ...(await readSystemCertificates())]),
];
