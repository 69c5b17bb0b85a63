import {
  askNow,
  book,
  bookAndUndo,
  bookSeries,
  createPatient,
  decide,
  lookAround,
  registerWebhook,
  stopOrResume,
  toggleLine,
  undo,
  type Act,
} from "./person.ts";
import { comeToDesk, knowPatients, live, type Story } from "./story.ts";

const acts: readonly Act[] = [
  ["books", 8, book],
  ["creates a patient", 3, createPatient],
  ["decides on an item", 8, decide],
  ["books and takes back", 2, bookAndUndo],
  ["stops or resumes sending", 2, stopOrResume],
  ["looks around", 3, lookAround],
  ["registers a webhook", 1, registerWebhook],
  ["asks the service", 1, askNow],
];

/** One desk with its bookings, and the questions that their answers leave. */
export const oneDesk: Story = async (place, minutes, counts, people) => {
  const person = await comeToDesk("desk", place);
  people.push(person);
  await knowPatients(person, 12);
  await live({ people: [person], acts, minutes, counts });
};

/** Series and moments to undo, while the line comes and goes. */
export const seriesAndUndo: Story = async (place, minutes, counts, people) => {
  const person = await comeToDesk("desk", place);
  people.push(person);
  await knowPatients(person, 12);
  const line = { isOffline: false };
  const all: readonly Act[] = [
    ["books a series", 5, bookSeries],
    ["books and takes back", 6, bookAndUndo],
    ["books", 2, book],
    ["takes back", 2, undo],
    ["decides on an item", 5, decide],
    ["creates a patient", 1, createPatient],
    ["the line goes or comes", 4, (who) => toggleLine(who, line)],
    ["asks the service", 2, askNow],
    ["stops or resumes sending", 2, stopOrResume],
    ["looks around", 2, lookAround],
  ];
  await live({ people: [person], acts: all, minutes, counts });
};
