/*
 * Who may send, when several desks share waiting work over a hub. README.md explains the rule, what is modelled and what
 * is not. One appointment, whatever item stands for it after edits; every step is one transaction or one message.
 *
 * Bounds come from the command line (-DDESKS=2 …), planted errors too (-DPLANT_…). Judged: see JUDGE, grant and settle.
 */

/* ---- bounds: how many of each may happen in one history; anything else may happen as often as it likes ---- */
#ifndef DESKS
#define DESKS 2            /* processes that run Front Desk; a copied profile is one of them */
#endif
#ifndef ATTEMPTS
#define ATTEMPTS 3         /* attempts that are ever begun, up to 5 */
#endif
#ifndef EPOCHS
#define EPOCHS 4           /* claims that are ever given, before everything settles */
#endif
#ifndef HUB_RESTORES
#define HUB_RESTORES 0     /* the hub is put back to an earlier moment, or a lagging replica is promoted */
#endif
#ifndef PROMOTIONS
#define PROMOTIONS 0       /* replication is declared synchronous, and the replica is promoted; the old primary may lead again */
#endif
#ifndef COPIES
#define COPIES 0           /* the first desk's profile is copied, and both run */
#endif
#ifndef DESK_RESTORES
#define DESK_RESTORES 0    /* the first desk's records are put back from a backup */
#endif
#ifndef REMOVALS
#define REMOVALS 0         /* a desk is removed, and may join again under a new name */
#endif
#ifndef WITHOUT_HUB
#define WITHOUT_HUB 0      /* a person books without the hub */
#endif
#ifndef HUB_GOES
#define HUB_GOES 0         /* the hub is gone for good */
#endif

#define BIT(n) (1 << ((n) - 1))
#define HAS(set, n) (((set) & BIT(n)) != 0)
#define WITHIN(some, all) (((some) & ~(all)) == 0)

/* What an item is at a desk, on its disk. At the hub: NONE, WAITING (ready), CHECK, BOOKED, DISCARDED. */
#define NONE 0
#define DIRECT 1           /* unshared, booked while somebody waits; on the disk it is sending from its first record on */
#define WAITING 2          /* shared; goes out when the hub confirms */
#define SENDING 3          /* shared; intent is on the disk */
#define CHECK 4            /* needs checking */
#define BOOKED 5
#define DISCARDED 6
#define OVER(status) ((status) == BOOKED || (status) == DISCARDED)

/* How far a desk's process is with the attempt that it holds in memory. */
#define IDLE 0
#define ASKED 1
#define CONFIRMED 2
#define MAY_SEND 3         /* intent is on the disk, the first byte has not left */

/* ---- the disk of each desk ---- */
byte status[DESKS];
byte name[DESKS];          /* under which it is known to the hub; a copied profile has the same */
byte claim[DESKS];         /* the epoch of the claim that it believes to hold, or 0 */
byte intent[DESKS];        /* the attempt whose intent is written and whose end is not, or 0 */
byte knowsBooked[DESKS];   /* sets of attempts: what became of them */
byte knowsUnclear[DESKS];
byte knowsNotMade[DESKS];

/* ---- the memory of each desk: a restart loses it ---- */
byte attempt[DESKS];
byte phase[DESKS];

/* ---- on the way: a message may be late, lost (never delivered) or delivered again ---- */
byte asks[DESKS];          /* a request to confirm: the attempt, or 0 */
byte asksClaim[DESKS];
byte answer[DESKS];        /* "yes" to that attempt, or 0 */
/* ---- the hub's database ---- */
typedef Database {
  byte status;
  byte holder;             /* a desk's name */
  byte epoch;
  byte next;               /* the next epoch to give */
  byte open;               /* sets of attempts */
  byte unclear;
  byte notMade;
  byte named;              /* by the decision that stands */
  bool decided;
  bool incomplete;         /* the history may be incomplete */
  byte removed;            /* set of names + 1 */
#ifdef PLANT_REPORTS_CLEAR
  byte reported;
#endif
};
Database hub, backup, nothing;
bool backedUp;
byte restores;
bool hubGone;
#if PROMOTIONS > 0
Database replica;          /* what it had when the primary ceased to wait for it; while the primary waits, it has everything */
Database old;              /* the primary of before the promotion, as it was then */
bool forgoes;              /* the primary does not wait for the replica: synchronous_standby_names is empty */
byte promotions;
bool wentBack;
#endif

/* ---- a backup of the first desk's disk ---- */
bool deskBackedUp;
byte backupStatus, backupClaim, backupIntent, backupBooked, backupUnclear, backupNotMade;

/* ---- what only the judge knows ---- */
byte begun;                /* attempts begun so far */
byte arrived;              /* attempts that the service booked */
byte named[ATTEMPTS + 2];  /* which attempts the decision that allowed this one had named */
byte toldIncomplete;       /* attempts allowed by a decision that said: others may have it */
byte byDecision;           /* attempts that some decision allowed */
byte highest;              /* epoch ever given */
byte copies, deskRestores, removals, withoutHub;
bool settled;

#define WHEN(condition) d_step { (!settled && (condition)) ->
#define MEMBER(p) (!hubGone && !HAS(hub.removed, name[p] + 1))
/* What is declared is looked at in each transaction: a hub that finds it otherwise takes nothing and answers nothing. */
#if PROMOTIONS > 0 && !defined(PLANT_NOT_ENFORCED)
#define REACHES(p) (MEMBER(p) && !forgoes)
#else
#define REACHES(p) MEMBER(p)
#endif

/* Of two bookings, one was allowed by a decision that named the other, or that said that there may be others. */
#define HONEST(a, b) (!HAS(arrived, a) || !HAS(arrived, b) || HAS(named[a], b) || HAS(named[b], a) \
  || HAS(toldIncomplete, a) || HAS(toldIncomplete, b))
#define FEW(set) (((set) & ((set) - 1)) == 0)

inline judge() {
#ifndef LETTER_ALONE
  assert(HONEST(1, 2));
#if ATTEMPTS > 2
  assert(HONEST(1, 3) && HONEST(2, 3));
#endif
#if ATTEMPTS > 3
  assert(HONEST(1, 4) && HONEST(2, 4) && HONEST(3, 4));
#endif
#if ATTEMPTS > 4
  assert(HONEST(1, 5) && HONEST(2, 5) && HONEST(3, 5) && HONEST(4, 5));
#endif
#endif
  /* LETTER: no more bookings than decisions, and one. */
  assert(FEW(arrived & ~byDecision));
}

/* The service books what arrives. The same attempt twice is two bookings that nobody allowed. */
inline arrive(p) {
  assert(!HAS(arrived, attempt[p]));
  arrived = arrived | BIT(attempt[p]);
  judge();
}

inline forget(p) {
  attempt[p] = 0; phase[p] = IDLE;
#ifndef PLANT_OLD_ANSWER
  answer[p] = 0   /* whatever comes late names an attempt that is over, and is not looked at */
#endif
}

/* ---- the hub: each is one transaction ---- */

inline grant(desk) {
  assert(hub.next > highest);   /* no epoch twice */
  hub.epoch = hub.next; hub.holder = desk; highest = hub.next; hub.next++;
}

#define MAY_HAVE_ARRIVED (hub.open | hub.unclear)
#define IS_HOLDER(p, ofClaim) (hub.holder == name[p] && hub.epoch == (ofClaim))

/* "Booked" wins over everything; what certainly was not sent is a fact for ever; an open attempt may become unclear. */
inline hubHears(p) {
  hub.notMade = hub.notMade | knowsNotMade[p];
  hub.unclear = (hub.unclear | knowsUnclear[p]) & ~hub.notMade;
  hub.open = hub.open & ~(hub.notMade | hub.unclear);
  if
  :: hub.status == WAITING && !WITHIN(MAY_HAVE_ARRIVED & ~hub.open, hub.named) -> hub.status = CHECK
  :: else
  fi;
#ifdef PLANT_BOOKED_IGNORED
  if
  :: knowsBooked[p] != 0 && hub.status != NONE && hub.holder == name[p] -> hub.status = BOOKED
  :: else
  fi
#else
  if
  :: knowsBooked[p] != 0 && hub.status != NONE -> hub.status = BOOKED
  :: else
  fi
#endif
#ifdef PLANT_REPORTS_CLEAR
  ;
  hub.reported = hub.reported | BIT(name[p] + 1);
  if
  :: hub.incomplete && WITHIN(BIT(DESKS + 1) - 1, hub.reported) ->
    hub.incomplete = false;
    if
    :: hub.status == CHECK && WITHIN(MAY_HAVE_ARRIVED, hub.named) -> hub.status = WAITING
    :: else
    fi
  :: else
  fi
#endif
}

inline hubShares(p, wanted) {
  if
  :: hub.status == NONE ->
    grant(name[p]);
    hub.status = wanted;
    hubHears(p);
#ifndef PLANT_SHARED_ANEW
    /* Made under another hub than this one: others may have had it from that one. */
    if
    :: restores > 0 && (hub.status == WAITING || hub.status == CHECK) -> hub.status = CHECK; hub.incomplete = true
    :: else
    fi
#endif
  :: else
  fi
}

inline hubConfirms(p, wanted, ofClaim) {
  if
  :: hub.status == WAITING && IS_HOLDER(p, ofClaim) && !HAS(hub.notMade | hub.unclear, wanted) ->
    if
    :: WITHIN(hub.open & ~BIT(wanted), hub.named) ->
#ifndef PLANT_OPEN_UNRECORDED
      hub.open = hub.open | BIT(wanted);
#endif
      named[wanted] = hub.named;
      if
      :: hub.decided -> byDecision = byDecision | BIT(wanted)
      :: else
      fi;
      if
      :: hub.incomplete -> toldIncomplete = toldIncomplete | BIT(wanted)
      :: else
      fi;
      answer[p] = wanted
    :: else -> hub.status = CHECK   /* the desk that asks cannot say what became of the one that is open */
    fi
  :: else
  fi
}

inline hubTakesOver(p, ofClaim) {
  if
  :: hub.epoch == ofClaim && (hub.status == WAITING || hub.status == CHECK) -> grant(name[p]); hub.status = CHECK
  :: else
  fi
}

#ifdef PLANT_NAMES_FEWER
#define NAMES_ENOUGH(names) true
#else
#define NAMES_ENOUGH(names) WITHIN(MAY_HAVE_ARRIVED, names)
#endif

inline hubDecides(p, ofClaim, names, isTold) {
  if
  :: hub.status == CHECK && IS_HOLDER(p, ofClaim) && NAMES_ENOUGH(names) && (!hub.incomplete || isTold) ->
    hub.status = WAITING; hub.named = names; hub.decided = true
  :: else
  fi
}

inline hubDiscards(p, ofClaim) {
  if
  :: IS_HOLDER(p, ofClaim) && (hub.status == WAITING || hub.status == CHECK) -> hub.status = DISCARDED
  :: else
  fi
}

/* What the holder says was certainly not sent is closed; anything else that is open stays so and stays in the way. */
inline hubHandsOver(p, ofClaim, notSent, to) {
  if
  :: IS_HOLDER(p, ofClaim) && (hub.status == WAITING || hub.status == CHECK) ->
    hub.notMade = hub.notMade | notSent;
    hub.open = hub.open & ~notSent;
    grant(to)
  :: else
  fi
}

/* The parent is closed and the linked draft opened at once: the same appointment under a new claim. */
inline hubEdits(p, ofClaim) {
  if
  :: IS_HOLDER(p, ofClaim) && (hub.status == WAITING || hub.status == CHECK) ->
    grant(name[p]);
    hub.status = ((MAY_HAVE_ARRIVED != 0 || hub.incomplete) -> CHECK : hub.status)
  :: else
  fi
}

inline copyDatabase(from, to) {
  to.status = from.status; to.holder = from.holder; to.epoch = from.epoch; to.next = from.next;
  to.open = from.open; to.unclear = from.unclear; to.notMade = from.notMade;
  to.named = from.named; to.decided = from.decided; to.incomplete = from.incomplete; to.removed = from.removed
}

/* Before it answers anybody, the hub sees that its database is another one, or an earlier one. */
inline hubNotices() {
#ifndef PLANT_EPOCH_REPEATS
  hub.next = highest + 1;
#endif
#ifdef PLANT_REPORTS_CLEAR
  hub.reported = 0;
#endif
#ifndef PLANT_RESTORE_UNNOTICED
  if
  :: hub.status == WAITING || hub.status == CHECK -> hub.status = CHECK; hub.incomplete = true; grant(hub.holder)
  :: else
  fi
#endif
}

/* ---- a desk ---- */

/* A start, after a crash, a copy or a restore: memory is gone, and what was being sent is unclear. */
inline restart(p) {
  forget(p);
#ifdef PLANT_RIGHT_ON_DISK
  if
  :: status[p] == DIRECT -> attempt[p] = intent[p]; phase[p] = MAY_SEND
  :: else
  fi;
#endif
#ifdef PLANT_ATTEMPT_FROM_DISK
  if
  :: status[p] == SENDING -> attempt[p] = intent[p]; phase[p] = MAY_SEND
  :: else
  fi;
#endif
  if
  :: intent[p] != 0 && phase[p] == IDLE ->
    knowsUnclear[p] = knowsUnclear[p] | BIT(intent[p]); status[p] = CHECK; intent[p] = 0
  :: else
  fi
}

/* What the desk knows goes first, then it reads. */
inline synchronise(p) {
  hubHears(p);
  if
  :: hub.status != NONE ->
    claim[p] = (hub.holder == name[p] -> hub.epoch : 0);
    status[p] = hub.status;
    knowsNotMade[p] = 0
  :: else
  fi
}

inline joinAgain(p) {
  name[p] = name[p] + DESKS; claim[p] = 0;
  if
  :: status[p] == WAITING -> status[p] = CHECK
  :: else
  fi
}

/* All that is settled is one state: nothing follows from it. */
inline clear() {
  byte desk = 0;
  do
  :: desk < DESKS ->
    status[desk] = 0; name[desk] = 0; claim[desk] = 0; intent[desk] = 0; knowsBooked[desk] = 0; knowsUnclear[desk] = 0;
    knowsNotMade[desk] = 0; attempt[desk] = 0; phase[desk] = 0; asks[desk] = 0; asksClaim[desk] = 0; answer[desk] = 0;
    desk++
  :: else -> break
  od;
  desk = 0;
  do
  :: desk < ATTEMPTS + 2 -> named[desk] = 0; desk++
  :: else -> break
  od;
  desk = 0;
  nothing.status = 0;
  copyDatabase(nothing, hub); copyDatabase(nothing, backup);
  backedUp = 0; restores = 0; hubGone = 0;
#if PROMOTIONS > 0
  copyDatabase(nothing, replica); copyDatabase(nothing, old); forgoes = 0; promotions = 0; wentBack = 0;
#endif
  deskBackedUp = 0; backupStatus = 0; backupClaim = 0; backupIntent = 0; backupBooked = 0; backupUnclear = 0; backupNotMade = 0;
  begun = 0; arrived = 0; toldIncomplete = 0; byDecision = 0; highest = 0;
  copies = 0; deskRestores = 0; removals = 0; withoutHub = 0
}

/*
 * From any moment on nothing goes wrong any more, and of all desks only this one is left: its person brings the
 * appointment to an end. STUCK: there is no way. WRONG: what this desk knows to be booked is not shown as booked.
 */
inline settle(p) {
  settled = true;
  restart(p);
  if
  :: hubGone ->
#ifndef PLANT_NO_WAY
    if
    :: OVER(status[p])
    :: else -> status[p] = DISCARDED
    fi
#endif
  :: else ->
    if
    :: HAS(hub.removed, name[p] + 1) -> joinAgain(p)
    :: else
    fi;
    if
    :: status[p] != NONE -> hubShares(p, (status[p] == WAITING -> WAITING : (status[p] == BOOKED -> BOOKED : CHECK)))
    :: else
    fi;
    synchronise(p);
    if
    :: OVER(hub.status)
    :: else ->
      hubTakesOver(p, hub.epoch);
      hubDecides(p, hub.epoch, MAY_HAVE_ARRIVED, hub.incomplete);
      assert(hub.status == WAITING);             /* STUCK: a person could book again */
      hubConfirms(p, ATTEMPTS + 1, hub.epoch);
      assert(answer[p] == ATTEMPTS + 1);
      hubDiscards(p, hub.epoch)
    fi;
    synchronise(p);
    assert(knowsBooked[p] == 0 || hub.status == BOOKED)   /* WRONG */
  fi;
  assert(OVER(status[p]));                                /* STUCK */
  assert(knowsBooked[p] == 0 || status[p] == BOOKED);     /* WRONG */
  clear()
}

#ifdef PLANT_NAMES_FEWER
#define NAMES_OF_A_PERSON 0
#else
#define NAMES_OF_A_PERSON MAY_HAVE_ARRIVED
#endif
#define CAN_BEGIN (begun < ATTEMPTS)
inline begin(p) { begun++; attempt[p] = begun }
inline writeIntent(p, how) { status[p] = how; intent[p] = attempt[p]; phase[p] = MAY_SEND }
#define SAY printf

proctype Desk(byte p) {
  do
  /* -- a person, at this desk -- */
  :: WHEN(p == 0 && begun == 0 && status[p] == NONE && hub.status == NONE && !HAS(hub.removed, name[p] + 1))
    begin(p); writeIntent(p, DIRECT);
    SAY("Desk %d: somebody waits; Book is pressed, attempt %d is on its disk\n", p + 1, attempt[p]) }
  :: WHEN(p == 0 && begun == 0 && status[p] == NONE && hub.status == NONE)
    status[p] = WAITING;
    SAY("Desk %d: saved for later\n", p + 1) }
  :: WHEN(status[p] == DIRECT && phase[p] == MAY_SEND)
    knowsNotMade[p] = knowsNotMade[p] | BIT(attempt[p]); intent[p] = 0; status[p] = WAITING; forget(p);
    SAY("Desk %d: nothing left the computer; it waits, and will be shared\n", p + 1) }
#define HUB_ITEM_OPEN (hub.status == WAITING || hub.status == CHECK)
  :: WHEN(REACHES(p) && phase[p] == IDLE && claim[p] != hub.epoch && HUB_ITEM_OPEN && highest < EPOCHS)
    hubTakesOver(p, hub.epoch);
    SAY("Desk %d: a person takes it over; claim %d, needs checking\n", p + 1, hub.epoch) }
  :: WHEN(REACHES(p) && phase[p] == IDLE && hub.status == CHECK && claim[p] == hub.epoch)
    hubDecides(p, hub.epoch, NAMES_OF_A_PERSON, hub.incomplete);
    SAY("Desk %d: a person says Book again, naming attempts {%d}; told that the history may be incomplete: %d\n", p + 1, hub.named, hub.incomplete) }
  :: WHEN(REACHES(p) && phase[p] == IDLE && HUB_ITEM_OPEN && claim[p] == hub.epoch)
    hubDiscards(p, hub.epoch);
    SAY("Desk %d: a person discards it\n", p + 1) }
  :: WHEN(REACHES(p) && phase[p] == IDLE && HUB_ITEM_OPEN && claim[p] == hub.epoch && highest < EPOCHS)
    hubEdits(p, hub.epoch);
    SAY("Desk %d: a person edits it; claim %d, needs checking: %d\n", p + 1, hub.epoch, hub.status == CHECK) }
#ifdef PLANT_PARENT_OPEN
  :: WHEN(CAN_BEGIN && phase[p] == IDLE && status[p] == WAITING)
    begin(p); writeIntent(p, DIRECT);
    SAY("Desk %d: a person edits it; the parent stays as it is, the draft is sent as a new item, attempt %d\n", p + 1, attempt[p]) }
#endif
  /* Handing over: first the desk gives up what it holds, on its own disk, then it tells the hub. */
  :: WHEN(REACHES(p) && phase[p] < MAY_SEND && HUB_ITEM_OPEN && claim[p] == hub.epoch && highest < EPOCHS)
    hubHandsOver(p, hub.epoch, (attempt[p] == 0 -> 0 : BIT(attempt[p])), (name[p] + 1) % DESKS);
#ifndef PLANT_HAND_OVER_HUB_FIRST
    knowsNotMade[p] = knowsNotMade[p] | (attempt[p] == 0 -> 0 : BIT(attempt[p]));
    claim[p] = 0; forget(p);
#endif
    SAY("Desk %d: a person hands it over to desk %d; claim %d\n", p + 1, hub.holder + 1, hub.epoch) }
  /* The hub cannot be reached: a recorded decision, told that others may have it. */
  :: WHEN(CAN_BEGIN && withoutHub < WITHOUT_HUB && phase[p] == IDLE && (status[p] == WAITING || status[p] == CHECK))
    withoutHub++; begin(p); writeIntent(p, SENDING);
    toldIncomplete = toldIncomplete | BIT(attempt[p]); byDecision = byDecision | BIT(attempt[p]);
    SAY("Desk %d: a person says Book without the hub, told that others may have it: attempt %d\n", p + 1, attempt[p]) }

  /* -- the desk by itself -- */
  :: WHEN(REACHES(p) && hub.status == NONE && phase[p] == IDLE && (status[p] == WAITING || status[p] == CHECK || status[p] == BOOKED))
    hubShares(p, (status[p] == WAITING -> WAITING : (status[p] == BOOKED -> BOOKED : CHECK)));
    SAY("Desk %d: shares it; status %d, claim %d\n", p + 1, hub.status, hub.epoch) }
#ifdef PLANT_SHARED_AFTER_ANSWER
  :: WHEN(p == 0 && CAN_BEGIN && phase[p] == IDLE && status[p] == WAITING && claim[p] == 0)
    begin(p); writeIntent(p, DIRECT);
    SAY("Desk %d: no answer to its push has come, so it is not shared; Send now, attempt %d\n", p + 1, attempt[p]) }
#endif
  :: WHEN(REACHES(p) && phase[p] == IDLE && intent[p] == 0)
    synchronise(p);
    SAY("Desk %d: tells the hub what it knows, and reads: status %d, claim %d\n", p + 1, status[p], claim[p]) }
  :: WHEN(CAN_BEGIN && phase[p] == IDLE && status[p] == WAITING && claim[p] != 0 && claim[p] == hub.epoch && !hubGone)
    begin(p); phase[p] = ASKED; asks[p] = attempt[p]; asksClaim[p] = claim[p];
    SAY("Desk %d: asks with attempt %d and claim %d\n", p + 1, attempt[p], claim[p]) }
#ifdef PLANT_OLD_ANSWER
  :: WHEN(phase[p] == ASKED && answer[p] != 0)
#else
  :: WHEN(phase[p] == ASKED && answer[p] == attempt[p])
#endif
    phase[p] = CONFIRMED; answer[p] = 0;
    SAY("Desk %d: hears yes, and takes it for attempt %d\n", p + 1, attempt[p]) }
#ifdef PLANT_NO_CONFIRMATION
  :: WHEN(phase[p] == ASKED)
    phase[p] = CONFIRMED;
    SAY("Desk %d: hears nothing, and takes attempt %d for confirmed\n", p + 1, attempt[p]) }
#endif
  :: WHEN(phase[p] == ASKED || phase[p] == CONFIRMED)
    knowsNotMade[p] = knowsNotMade[p] | BIT(attempt[p]); forget(p);
    SAY("Desk %d: gives up its attempt; it was certainly not sent\n", p + 1) }
  :: WHEN(phase[p] == CONFIRMED)
    writeIntent(p, SENDING);
    SAY("Desk %d: writes its intent, attempt %d\n", p + 1, attempt[p]) }
  :: WHEN(phase[p] == MAY_SEND)
    SAY("Desk %d: sends attempt %d; the service books it and says so\n", p + 1, attempt[p]);
    knowsBooked[p] = knowsBooked[p] | BIT(attempt[p]); status[p] = BOOKED; intent[p] = 0;
    arrive(p);
    forget(p) }
  :: WHEN(phase[p] == MAY_SEND)
    SAY("Desk %d: sends attempt %d; the service books it, the answer is lost\n", p + 1, attempt[p]);
    knowsUnclear[p] = knowsUnclear[p] | BIT(attempt[p]); status[p] = CHECK; intent[p] = 0;
    arrive(p);
    forget(p) }
  :: WHEN(phase[p] == MAY_SEND)
    SAY("Desk %d: sends attempt %d; it does not arrive, and nobody knows\n", p + 1, attempt[p]);
    knowsUnclear[p] = knowsUnclear[p] | BIT(attempt[p]); status[p] = CHECK; intent[p] = 0;
    forget(p) }
  :: WHEN(phase[p] == MAY_SEND && status[p] == SENDING)
    SAY("Desk %d: attempt %d certainly did not leave the computer\n", p + 1, attempt[p]);
    knowsNotMade[p] = knowsNotMade[p] | BIT(attempt[p]); intent[p] = 0;
    status[p] = (knowsUnclear[p] != 0 || claim[p] == 0 -> CHECK : WAITING);
    forget(p) }
  :: WHEN(phase[p] != IDLE || intent[p] != 0)
    restart(p);
    SAY("Desk %d: crashes and starts\n", p + 1) }
#if HUB_GOES > 0
  :: WHEN(hubGone && phase[p] == IDLE && !OVER(status[p]) && status[p] != NONE)
    status[p] = DISCARDED;
    SAY("Desk %d: the hub is gone; a person discards it here\n", p + 1) }
#endif
#if REMOVALS > 0
  :: WHEN(!hubGone && HAS(hub.removed, name[p] + 1) && name[p] < DESKS)
    joinAgain(p);
    SAY("Desk %d: joins again under a new name\n", p + 1) }
#endif

  /* -- what reaches the hub, once or again, now or later -- */
  :: WHEN(asks[p] != 0 && REACHES(p))
    hubConfirms(p, asks[p], asksClaim[p]);
    SAY("Hub: is asked for attempt %d by desk %d with claim %d; yes: %d\n", asks[p], p + 1, asksClaim[p], answer[p] == asks[p]);
#ifndef REPEATS
    asks[p] = 0; asksClaim[p] = 0
#endif
    }

#if PROMOTIONS > 0
  /* The primary ceased to wait while it committed this: looked at once more after the commit, so nobody hears of it. */
  :: WHEN(asks[p] != 0 && MEMBER(p) && forgoes)
    hubConfirms(p, asks[p], asksClaim[p]);
    answer[p] = 0; asks[p] = 0; asksClaim[p] = 0;
    SAY("Hub: what desk %d asked for is committed without the replica; no answer\n", p + 1) }
#ifdef PLANT_TWO_PRIMARIES
  :: WHEN(asks[p] != 0 && MEMBER(p) && promotions > 0 && !wentBack)
    copyDatabase(hub, replica); copyDatabase(old, hub);
    hubConfirms(p, asks[p], asksClaim[p]);
    copyDatabase(hub, old); copyDatabase(replica, hub); copyDatabase(nothing, replica);
    SAY("Hub: asks the old primary for attempt %d of desk %d with claim %d; yes: %d\n", asks[p], p + 1, asksClaim[p], answer[p] == asks[p]);
    asks[p] = 0; asksClaim[p] = 0 }
#endif
#endif

  /* -- the judge of STUCK and WRONG -- */
  :: WHEN(status[p] != NONE || hub.status != NONE && !hubGone)
    SAY("From here on nothing else goes wrong, and desk %d is the only one left\n", p + 1);
    settle(p) }
  od
}

proctype World() {
  do
#if HUB_RESTORES > 0
  :: WHEN(!backedUp && !hubGone)
    copyDatabase(hub, backup); backedUp = true;
    SAY("A backup of the hub is made, or its replica gets no further\n") }
  :: WHEN(backedUp && restores < HUB_RESTORES && !hubGone)
    copyDatabase(backup, hub); restores++;
    hubNotices();
    SAY("The hub is put back to that moment: status %d, holder desk %d, claim %d\n", hub.status, hub.holder + 1, hub.epoch) }
#endif
#if PROMOTIONS > 0
  :: WHEN(!forgoes && promotions < PROMOTIONS && !hubGone)
    copyDatabase(hub, replica); forgoes = true;
    SAY("The primary does not wait for its replica any more, which gets no further\n") }
  :: WHEN(forgoes)
    forgoes = false; copyDatabase(nothing, replica);
    SAY("The replica is there again and has everything\n") }
  /* Nobody leaps and nobody is asked: what was declared was looked at, and the hubs remember nothing, as when they all started anew. */
  :: WHEN(promotions < PROMOTIONS && !hubGone)
    promotions++; copyDatabase(hub, old);
    if
    :: forgoes -> copyDatabase(replica, hub); forgoes = false; copyDatabase(nothing, replica)
    :: else
    fi;
#ifdef PLANT_NOT_ENFORCED
    hub.next = highest + 1;   /* EPOCH would be broken first */
#endif
    SAY("The replica is promoted: status %d, holder desk %d, claim %d\n", hub.status, hub.holder + 1, hub.epoch) }
  :: WHEN(promotions > 0 && !wentBack && !hubGone)
    wentBack = true; restores++; copyDatabase(old, hub); copyDatabase(nothing, old);
#ifndef PLANT_GOES_BACK
    /* A hub remembers the last timeline that it served. */
    hubNotices();
#else
    hub.next = highest + 1;
#endif
    SAY("The old primary leads again: status %d, holder desk %d, claim %d\n", hub.status, hub.holder + 1, hub.epoch) }
#endif
#if HUB_GOES > 0
  :: WHEN(!hubGone)
    hubGone = true;
    SAY("The hub is gone for good\n") }
#endif
#if COPIES > 0
  :: WHEN(copies < COPIES && phase[DESKS - 1] == IDLE && status[0] != NONE)
    copies++;
    status[DESKS - 1] = status[0]; name[DESKS - 1] = name[0]; claim[DESKS - 1] = claim[0];
    intent[DESKS - 1] = intent[0]; knowsBooked[DESKS - 1] = knowsBooked[0];
    knowsUnclear[DESKS - 1] = knowsUnclear[0]; knowsNotMade[DESKS - 1] = knowsNotMade[0];
    restart((DESKS - 1));
    SAY("Desk 1's profile is copied onto desk %d, which starts with it\n", DESKS) }
#endif
#if DESK_RESTORES > 0
  :: WHEN(!deskBackedUp && status[0] != NONE)
    deskBackedUp = true;
    backupStatus = status[0]; backupClaim = claim[0]; backupIntent = intent[0];
    backupBooked = knowsBooked[0]; backupUnclear = knowsUnclear[0]; backupNotMade = knowsNotMade[0];
    SAY("A backup of desk 1's records is made\n") }
  :: WHEN(deskBackedUp && deskRestores < DESK_RESTORES)
    deskRestores++;
    status[0] = backupStatus; claim[0] = backupClaim; intent[0] = backupIntent;
    knowsBooked[0] = backupBooked; knowsUnclear[0] = backupUnclear; knowsNotMade[0] = backupNotMade;
    restart(0);
    SAY("Desk 1's records are put back from the backup\n") }
#endif
#if REMOVALS > 0
  :: WHEN(removals < REMOVALS && !hubGone)
    removals++; hub.removed = hub.removed | BIT(1);
    SAY("Desk 1 is removed\n") }
#endif
#ifdef PLANT_LEASE
  :: WHEN(hub.status == WAITING && highest < EPOCHS && !hubGone)
    hub.open = 0; grant((hub.holder + 1) % DESKS);
    SAY("Hub: the claim's time is up; desk %d has it now, claim %d\n", hub.holder + 1, hub.epoch) }
#endif
  :: WHEN(false) skip }
  od
}

init {
  atomic {
    hub.next = 1; backup.next = 1;
    byte desk = 0;
    do
    :: desk < DESKS -> name[desk] = desk; run Desk(desk); desk++
    :: else -> break
    od;
    run World()
  }
}
