import { Encrypter } from "age-encryption";
import type { IncomingHttpHeaders } from "node:http";
import { type NoticeContent, noticeHeaders } from "../../shared/hub-api/notice.ts";
import { createNativeRecipient } from "./recipient.ts";

/** A notice as it arrived. */
export type Arrived = {
  readonly address: string;
  readonly receivedAt: Date;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** The longest header that is kept, in characters; a longer one is cut. */
const longest = 1_000;

const keptHeaders = (headers: IncomingHttpHeaders): NoticeContent["headers"] =>
  Object.fromEntries(
    noticeHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value).slice(0, longest)]];
    }),
  );

/** Seals a notice to the clinic's recipient: an age file. Its body is neither read nor unpacked. */
export async function seal(
  recipient: string,
  { address, receivedAt, headers, body }: Arrived,
): Promise<Buffer> {
  const content: NoticeContent = {
    v: 1,
    address,
    receivedAt: receivedAt.toISOString(),
    headers: keptHeaders(headers),
    body: body.toString("base64"),
  };
  const encrypter = new Encrypter();
  encrypter.addRecipient(createNativeRecipient(recipient));
  return Buffer.from(await encrypter.encrypt(JSON.stringify(content)));
}
