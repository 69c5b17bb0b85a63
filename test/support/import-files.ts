import type { ElectronApplication, Page } from "playwright";

const heads = "Patient Name,DOB,Sex,Cell,Email,Addr1,City ST Zip,MRN,Notes";
const surnames =
  "DOE NGUYEN ALVAREZ OKAFOR COHEN PATEL SILVA MOORE REYES HALE BAUER IVANOV LINDT ADEYEMI FOX".split(" ");
const names = "JANE LINH MARIA AMARA RUTH ANIL RAFAEL GRACE TOMAS IDA KURT OLGA EMIL TUNDE NORA".split(" ");

/** A row as another clinic's system writes it; each number is another person. */
function line(row: number): string {
  const [surname = "", name = ""] = [surnames[row % 15], names[Math.floor(row / 15) % 15]];
  const born = `${String(1 + (row % 12)).padStart(2, "0")}/${String(1 + (row % 28)).padStart(2, "0")}/${50 + (row % 49)}`;
  const phone = `217555${String(1_000 + row)}`;
  const sex = row % 2 === 0 ? "F" : "M";
  const mail = `${name.toLowerCase()}.${surname.toLowerCase()}${row}@example.com`;
  return `"${surname}, ${name}",${born},${sex},${phone},${mail},${row} Oak Street,Springfield IL 62701,A-${String(400 + row).padStart(5, "0")},mornings`;
}

/** Two of the practice service's samples. */
const knownInPractice: readonly string[] = [
  `"ALVAREZ, MARIA",03/05/84,F,2175550101,maria.alvarez@example.com,12 Oak Street,Springfield IL 62701,A-90001,`,
  `"BRANDT, ZOË",02/29/2000,F,,zoe.brandt@example.com,1 Harbor Way,"Portland, ME 04101",A-90002,mornings`,
];

/**
 * A file of so many rows behind its heads. Rows 18, 97 and 203 are to be put right, as far as there are so many; two are
 * patients of the practice service, who are known here.
 */
export function patientsFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, at) => line(at + 2));
  const set = (row: number, text: string): void => {
    if (row - 2 < rows) lines[row - 2] = text;
  };
  set(
    18,
    line(18)
      .replace(/,\d\d\/\d\d\/\d\d,/, ",13/05/84,")
      .replace(/"[^"]*"/, '"COLE, INES"'),
  );
  set(
    97,
    line(97)
      .replace(/,\d\d\/\d\d\/\d\d,/, ",03/02/2029,")
      .replace(/"[^"]*"/, '"PRATT, OWEN"'),
  );
  set(203, line(203).replace(/"[^"]*"/, ""));
  if (rows > 100) for (const [at, text] of knownInPractice.entries()) set(30 + at, text);
  return [heads, ...lines, ""].join("\r\n");
}

/** What a screen shows of such a file, in every language as it is. */
export const fileTexts: readonly (string | RegExp)[] = [
  "springfield-east.csv",
  "mornings",
  ...heads.split(","),
  // A whole row, cut short.
  /[A-Z]+, [A-Z]+ · [^~]*…/,
  "City ST Z…",
  /[A-Z]+, [A-Z]+|[a-z]+\.[a-z]+\d+@example\.com|\d+ Oak Street/,
  "Cole, Ines",
  "Pratt, Owen",
  "Ines",
  "Cole",
  "Owen",
  "Pratt",
];

type Chosen = { readonly open?: string; readonly save?: string };

/** The system's dialogs answer with these files from now on. */
export const chooseFiles = (app: ElectronApplication, { open, save }: Chosen): Promise<void> =>
  app.evaluate(
    ({ dialog }, chosen) => {
      if (chosen.open !== undefined)
        Object.assign(dialog, {
          showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [chosen.open] }),
        });
      if (chosen.save !== undefined)
        Object.assign(dialog, {
          showSaveDialog: () => Promise.resolve({ canceled: false, filePath: chosen.save }),
        });
    },
    { open, save },
  );

/** Drops a file on the window. */
export const dropFile = (page: Page, file: { readonly name: string; readonly text: string }): Promise<void> =>
  page.evaluate(({ name, text }) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name, { type: "text/csv" }));
    const event = { bubbles: true, cancelable: true, dataTransfer: data };
    document.body.dispatchEvent(new DragEvent("dragover", event));
    document.body.dispatchEvent(new DragEvent("drop", event));
  }, file);
