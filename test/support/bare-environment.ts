/** The environment of a child with nothing of the runner's in it but where programs are, and where Node keeps what it compiled. */
export const bareEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
};
