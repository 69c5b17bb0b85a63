import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import type { Request } from "./service.ts";
import { itemOf, note, stored, wrong, type Known, type Scene } from "./world.ts";

const mostInFlight = 4;
const freshFor = 30_000;

/** What must hold at the moment at which a request goes out. */
export function watchRequest(world: Scene, request: Request): void {
  if (request.endpoint === "listWebhooks") return watchProbe(world, request);
  const known = itemOf(world, request);
  const item = known === undefined ? null : stored(world, known.id);
  if (known === undefined || item === null) return wrong(world, `a request of no item went out`);
  const says = (what: string): void => wrong(world, `${item.kind} ${item.id} ${what}`);
  world.sent.push(`${world.clock.monotonic()} ${request.key} ${request.body}`);
  for (const watch of [watchRecord, watchAccount, watchRepeat, watchPace, watchOrder]) {
    const broken = watch({ world, request, known, item });
    if (broken !== null) says(broken);
  }
  if (known.takenBack) says("went out after it was taken back");
  if (known.posts > 0) note(world, `repeat of a ${item.kind}`);
  known.posts += 1;
  known.sentSincePress = true;
  known.body ??= request.body;
  known.mayBeMadeBefore = known.mayBeMade;
  known.mayBeMade = true;
}

/** A webhook that is sent again reads the list first; it may have begun before the service asked to wait. */
const isLookedUp = (world: Scene): boolean =>
  [...world.known.values()].some(
    ({ id, kind }) => kind === "webhook" && stored(world, id)?.status === "sending",
  );

function watchProbe(world: Scene, { credentials }: Request): void {
  const early = (world.waitUntil.get(credentials.serviceAddress) ?? 0) - world.clock.monotonic();
  if (early > 0 && !isLookedUp(world))
    wrong(world, `the line was asked ${early} ms before the service said so`);
}

type Watched = {
  readonly world: Scene;
  readonly request: Request;
  readonly known: Known;
  readonly item: Item;
};

/** Intent before wire, and what was sent is frozen. */
function watchRecord({ request, known, item }: Watched): string | null {
  if (item.status !== "sending") return `went out while it stands as ${item.status}`;
  if (item.attempts.at(-1)?.endedAt !== null) return "went out without a recorded attempt";
  if (item.payload !== request.body) return "went out with another body than is recorded";
  if (known.body !== null && known.body !== request.body) return "went out with another body than before";
  return null;
}

/** Its attempt began before, with a look at the service's list: much may have happened until that came. */
const wasLookedUp = (item: Item): boolean =>
  item.kind === "webhook" && (item.attempts.length > 1 || item.editOf !== null);

/** The right account only. */
function watchAccount({ world, request, item }: Watched): string | null {
  if (world.account === null) return "went out while nobody is signed in";
  if (world.account.accountId !== item.accountId) return "went out while another account is at the desk";
  if (world.account.credentials.token !== request.credentials.token) return "went out with an old token";
  const { serviceAddress, token } = request.credentials;
  if (new URL(serviceAddress).hostname !== `${item.accountId}.example`) return `went to ${serviceAddress}`;
  return token.startsWith(`${item.accountId}-token-`) ? null : "went out with another account's token";
}

/** At most one automatic booking. */
function watchRepeat({ world, known, item }: Watched): string | null {
  if (known.ended) return "went out after a person threw it away or edited it";
  if (known.decided) return "went out after a person decided about it";
  if (item.kind === "booking" && known.mayBeMade && !world.trusts) return "went out again by itself";
  return null;
}

/** Polite: few at once, as late as asked, and only on a line that answers. */
function watchPace({ world, request, known, item }: Watched): string | null {
  const now = world.clock.monotonic();
  const open = world.service
    .open()
    .filter(({ endpoint, isAlive }) => endpoint !== "listWebhooks" && isAlive());
  if (open.length >= mostInFlight) return `went out beside ${open.length} others`;
  if (wasLookedUp(item)) return null;
  const waitUntil = world.waitUntil.get(request.credentials.serviceAddress) ?? 0;
  if (now < waitUntil) return `went out ${waitUntil - now} ms before the service said so`;
  if (world.tokenHeld) return "went out with a token that was refused";
  if (world.lineFailed) return "went out on a line that failed, before an answer";
  if (now - world.answeredAt > freshFor) return "went out without a recent answer";
  if (now < known.floor) return `was repeated ${known.floor - now} ms before its least pause`;
  if (!world.byPerson.has(known.id) && now < known.notBefore)
    return `was repeated ${known.notBefore - now} ms before its wait was over`;
  return null;
}

const patientNamed = ({ form: { patient } }: BookingItem): string | undefined =>
  patient?.kind === "known" ? patient.id : patient?.text;

/** In the order of their making for each patient. */
function watchOrder({ world, known, item }: Watched): string | null {
  if (item.kind !== "booking" || world.byPerson.has(known.id)) return null;
  const patient = patientNamed(item);
  const flying = new Set(
    world.service
      .open()
      .filter(({ isAlive }) => isAlive())
      .map(({ key }) => key),
  );
  for (const other of world.known.values()) {
    if (other.kind !== "booking" || other.id === known.id || other.accountId !== known.accountId) continue;
    const rival = stored(world, other.id);
    if (rival?.kind !== "booking" || patientNamed(rival) !== patient) continue;
    // What a person sends goes out beside others, and may have begun after this one.
    if (flying.has(other.key) && !world.byPerson.has(other.id))
      return `went out beside ${other.id} of the same patient`;
    if (other.sequence < known.sequence && rival.status === "ready")
      return `overtook ${other.id} of the same patient`;
  }
  return null;
}
