import { findCredentialsAsync } from "keytar";

/**
 * Prints, as JSON, everything that the system's keychain holds under the names given as arguments. In a process of its
 * own, since a process reads the address of its bus once.
 */
const found = await Promise.all(process.argv.slice(2).map((service) => findCredentialsAsync(service)));
process.stdout.write(JSON.stringify(found.flat()));
