import { z } from "zod";

/** All passwords of proxies that are kept, as one entry of the keychain: proxies are few. */
const kept = z
  .array(
    z.strictObject({
      proxy: z.string().min(1).max(300),
      name: z.string().min(1).max(300),
      password: z.string().max(1_000),
    }),
  )
  .max(50);

/** What stands in the entry; nothing where it is not as this program writes it. */
export function parseKeptPasswords(text: string): z.infer<typeof kept> {
  try {
    return kept.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}
