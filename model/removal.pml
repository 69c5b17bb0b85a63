/*
 * What a removed laptop may read, when the hub is put back to before its removal or lies that it was. README.md explains it.
 * One laptop, whose keys and credential somebody has from its removal on; every step is one transaction or one message.
 *
 * Bounds come from the command line (-DDESKS=2 …), planted errors too (-DPLANT_…). Judged: READ and LOW at say, STUCK at settle.
 */

/* ---- bounds: how many of each may happen in one history ---- */
#ifndef DESKS
#define DESKS 2            /* desks that stay */
#endif
#ifndef RESTORES
#define RESTORES 1         /* the hub is put back to an earlier moment, or says so */
#endif
#ifndef KEYS
#define KEYS 5             /* keys that are ever made, up to 8 */
#endif

#define BIT(n) (1 << ((n) - 1))
#define HAS(set, n) (((set) & BIT(n)) != 0)

/* ---- the hub's log, as far as it says who is a member and which keys there are ---- */
typedef Log {
  bool removed;            /* the laptop is no member */
  bool left;               /* by its own word */
  byte epoch;              /* of the ring in use */
  byte key;                /* which key that is: under one number there may be two, in two logs */
  byte byLaptop;           /* the keys in use when the laptop spoke last, after it was stolen */
  byte at;                 /* changes of members or keys so far */
};
Log hub;
Log backup[2];
bool backedUp[2];
byte generation;

/* ---- the disk of each desk: its log as it has read it, and what outlives a log that is read anew ---- */
bool sawRemoved[DESKS];
byte sawEpoch[DESKS];
byte sawKey[DESKS];
byte sawAt[DESKS];
byte sawGeneration[DESKS];
bool knows[DESKS];         /* that the laptop was removed */
byte spentEpoch[DESKS];
byte spentKey[DESKS];      /* the key of that epoch, where it may be used on; or 0 */

/* ---- what only the judge knows ---- */
byte made;                 /* keys made so far */
byte laptopHas;            /* set of keys */
bool stolen;
byte highest[DESKS];       /* epoch that this desk has ever read, in whatever log */
bool settled;

#define SAY printf
#define WHEN(condition) d_step { (!settled && (condition)) ->

inline copyLog(from, to) {
  to.removed = from.removed; to.left = from.left; to.epoch = from.epoch; to.key = from.key;
  to.byLaptop = from.byLaptop; to.at = from.at
}

/* ---- what a desk makes of what it has read ---- */
#ifdef PLANT_NUMBER_ALONE
#define FRESH(p) (sawEpoch[p] >= spentEpoch[p])
#else
#define FRESH(p) (sawEpoch[p] > spentEpoch[p] || (sawEpoch[p] == spentEpoch[p] && sawKey[p] == spentKey[p]))
#endif
#define IS_BACK(p) (knows[p] && !sawRemoved[p])
#ifdef PLANT_SEALS_FIRST
#define HAS_KEY(p) (sawEpoch[p] > 0)
#else
#ifdef PLANT_SAME_KEY
#define HAS_KEY(p) (sawEpoch[p] > 0 && !IS_BACK(p))
#else
#define HAS_KEY(p) (sawEpoch[p] > 0 && FRESH(p) && !IS_BACK(p))
#endif
#endif
/* The hub takes a ring of whoever has read the last change of members alone. */
#define IN_STEP(p) (sawGeneration[p] == generation && sawAt[p] == hub.at)

/* What is known of removals and of keys outlives a log that is read anew. */
inline rewinds(p) {
#ifdef PLANT_FORGETS
  knows[p] = false; spentEpoch[p] = 0; spentKey[p] = 0;
#else
  if
  :: sawEpoch[p] > spentEpoch[p] && HAS_KEY(p) -> spentKey[p] = sawKey[p]; spentEpoch[p] = sawEpoch[p]
  :: sawEpoch[p] > spentEpoch[p] && !HAS_KEY(p) -> spentKey[p] = 0; spentEpoch[p] = sawEpoch[p]
  :: else
  fi;
#endif
  sawGeneration[p] = generation
}

inline reads(p) {
  if
  :: generation > sawGeneration[p] -> rewinds(p)
  :: else
  fi;
  sawRemoved[p] = hub.removed; sawEpoch[p] = hub.epoch; sawKey[p] = hub.key; sawAt[p] = hub.at;
#ifndef PLANT_ITS_OWN_WORD
  /* Whatever key is in use where the laptop speaks, whom this desk knows to be removed: it has it. */
  if
  :: knows[p] && hub.byLaptop > 0 && hub.byLaptop >= spentEpoch[p] -> spentEpoch[p] = hub.byLaptop; spentKey[p] = 0
  :: else
  fi;
#endif
  if
  :: hub.removed && !hub.left -> knows[p] = true
  :: else
  fi;
  if
  :: hub.epoch > highest[p] -> highest[p] = hub.epoch
  :: else
  fi
}

/* A ring with a new key, for whoever is a member as the desk that seals it knows. */
inline seals(newEpoch, isForLaptop) {
  made++;
  hub.epoch = newEpoch; hub.key = made; hub.at++;
  if
  :: isForLaptop -> laptopHas = laptopHas | BIT(made)
  :: else
  fi
}

#define LACKS(p) (IN_STEP(p) && (IS_BACK(p) || !FRESH(p)))

/* The first words after a log was read anew: the removal, and a ring above every key that this desk has known. */
inline saysAnew(p) {
  if
  :: IS_BACK(p) -> hub.removed = true; hub.left = false
  :: else
  fi;
#ifdef PLANT_SAME_KEY
  hub.at++
#else
  if
  :: hub.epoch < spentEpoch[p] -> hub.epoch = spentEpoch[p]
  :: else
  fi;
  seals(hub.epoch + 1, !hub.removed)
#endif
}

inline judge(p) {
  assert(!(knows[p] && HAS(laptopHas, sawKey[p])));   /* READ */
#ifndef PLANT_SAME_KEY
  assert(sawEpoch[p] >= highest[p])                   /* LOW */
#endif
}

inline clear() {
  byte one = 0;
  do
  :: one < DESKS ->
    sawRemoved[one] = 0; sawEpoch[one] = 0; sawKey[one] = 0; sawAt[one] = 0; sawGeneration[one] = 0;
    knows[one] = 0; spentEpoch[one] = 0; spentKey[one] = 0; highest[one] = 0; one++
  :: else -> break
  od;
  one = 0;
  hub.removed = 0; hub.left = 0; hub.epoch = 0; hub.key = 0; hub.byLaptop = 0; hub.at = 0;
  copyLog(hub, backup[0]); copyLog(hub, backup[1]);
  backedUp[0] = 0; backedUp[1] = 0; generation = 0; made = 0; laptopHas = 0; stolen = 0
}

/* From any moment on nothing goes wrong any more. STUCK: a desk that knows of the removal cannot go on. */
inline settle(p) {
  settled = true;
  reads(p);
  if
  :: LACKS(p) -> saysAnew(p); reads(p)
  :: else
  fi;
  assert(hub.removed && HAS_KEY(p));                  /* STUCK */
  judge(p);
  clear()
}

proctype Desk(byte p) {
  do
  :: WHEN(sawGeneration[p] != generation || sawAt[p] != hub.at)
    reads(p);
    SAY("Desk %d: reads that the laptop is removed: %d, ring %d\n", p + 1, sawRemoved[p], sawEpoch[p]) }
  :: WHEN(made < KEYS && IN_STEP(p) && HAS_KEY(p) && !sawRemoved[p])
    stolen = true; hub.removed = true; hub.left = false; seals(hub.epoch + 1, false);
    SAY("Desk %d: a person removes the laptop as lost; ring %d\n", p + 1, hub.epoch) }
  :: WHEN(made < KEYS && IN_STEP(p) && HAS_KEY(p))
    seals(hub.epoch + 1, !sawRemoved[p]);
    SAY("Desk %d: a person removes somebody else; ring %d\n", p + 1, hub.epoch) }
  :: WHEN(made < KEYS && LACKS(p))
    saysAnew(p);
    SAY("Desk %d: says anew what it knows; ring %d\n", p + 1, hub.epoch) }
  /* A hub that lies takes it whatever this desk has read. */
  :: WHEN(HAS_KEY(p))
    SAY("Desk %d: shares a patient, with ring %d\n", p + 1, sawEpoch[p]);
    judge(p) }
  :: WHEN(knows[p])
    SAY("From here on nothing else goes wrong, and desk %d goes on\n", p + 1);
    settle(p) }
  od
}

proctype World() {
  do
  :: WHEN(!backedUp[0] && generation < RESTORES)
    copyLog(hub, backup[0]); backedUp[0] = true;
    SAY("A backup of the hub is made\n") }
  :: WHEN(backedUp[0] && !backedUp[1] && generation < RESTORES)
    copyLog(hub, backup[1]); backedUp[1] = true;
    SAY("Another backup of the hub is made\n") }
  :: WHEN(backedUp[0] && generation < RESTORES)
    copyLog(backup[0], hub); generation++;
    SAY("The hub is put back to the first backup, or says so: the laptop is removed: %d, ring %d\n", hub.removed, hub.epoch) }
  :: WHEN(backedUp[1] && generation < RESTORES)
    copyLog(backup[1], hub); generation++;
    SAY("The hub is put back to the other backup: the laptop is removed: %d, ring %d\n", hub.removed, hub.epoch) }
  /* Whoever has the laptop, while the hub takes it for a member. */
  :: WHEN(stolen && !hub.removed && made < KEYS)
    seals(hub.epoch + 1, true); hub.byLaptop = hub.epoch;
    SAY("Laptop: makes a key; ring %d\n", hub.epoch) }
  :: WHEN(stolen && !hub.removed)
    hub.removed = true; hub.left = true; hub.at++;
    hub.byLaptop = hub.epoch;
    SAY("Laptop: leaves by its own word\n") }
  :: WHEN(false) skip }
  od
}

init {
  atomic {
    byte desk = 0;
    made = 1; laptopHas = BIT(1); hub.epoch = 1; hub.key = 1; hub.at = 1;
    do
    :: desk < DESKS ->
      sawEpoch[desk] = 1; sawKey[desk] = 1; sawAt[desk] = 1; highest[desk] = 1; run Desk(desk); desk++
    :: else -> break
    od;
    run World()
  }
}
