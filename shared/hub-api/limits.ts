/** The wire's version: the first part of every path. A change that an older side cannot read gets a new one. */
export const wireVersion = 1;

/** What is too large is refused before it is kept. In bytes, unless another unit is named. */
export const hubLimits = {
  /** One ciphertext. */
  ciphertext: 256 * 1024,
  /** All ciphertexts of one push together. */
  ciphertexts: 4 * 1024 * 1024,
  /** The signed bytes of one push. */
  signedBytes: 512 * 1024,
  /** Entries of one push, a count. */
  entries: 1_000,
  /** Desks and sheets of one clinic, a count. */
  members: 500,
  /** Attempts that one entry names, a count. */
  attempts: 200,
  /** The body of a push as it travels: base64 of the above, and its frame. */
  pushBody: 7 * 1024 * 1024,
  /** The body of any other request of a desk. */
  body: 32 * 1024,
  /** An opaque box of an invitation. */
  box: 16 * 1024,
  /** The body of a notice, as it arrives. */
  notice: 256 * 1024,
  /** Pushes or notices of one page, a count. */
  page: 1_000,
  /** Ciphertexts of one page of the log; a page has at least one push. */
  pageBytes: 4 * 1024 * 1024,
  /** How many boxes wait at once for a clinic, a count. */
  invitations: 20,
} as const;
