import { Check, ChevronDown, Minus } from "lucide-react";
import { useId, type ReactNode } from "react";
import {
  fileEncodings,
  type FileColumn,
  type FileReading,
  type ImportFile,
} from "../../../shared/import/import.ts";
import { columnKinds, type ColumnKind } from "../../../shared/import/columns.ts";
import { separators, type Separator } from "../../../shared/import/separator.ts";
import { dateOrders } from "../../../shared/time/calendar.ts";
import { words } from "../../../messages/words.ts";
import { SelectField } from "../../ui/choice-fields.tsx";
import { joinClassNames } from "../../ui/class-names.ts";
import fields from "../../ui/field.module.css";
import { isolateText } from "../../ui/text.tsx";
import styles from "./import.module.css";

type Props = {
  readonly file: ImportFile;
  readonly isBlocked: boolean;
  readonly onRead: (change: Partial<FileReading>) => void;
};

const separatorNames: Readonly<Record<Separator, keyof typeof words.import.separators>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "bar",
};

/** The columns with that one changed: no two of them become the same. */
export const withColumn = (kinds: readonly ColumnKind[], at: number, becomes: ColumnKind): ColumnKind[] =>
  kinds.map((kind, index) =>
    index === at ? becomes : kind === becomes && kind !== "leave" ? "leave" : kind,
  );

/** What is in the file, and what each column becomes; all of it was guessed and can be changed. */
export function ColumnsTable({ file, isBlocked, onRead }: Props): ReactNode {
  const says = words.import.columns;
  const { told } = words.import;
  const { columns, reading } = file;
  const id = useId();
  const above = file.top.filter(({ row }) => row < (reading.headRow ?? 0)).map(({ text }) => text);
  return (
    <section className={styles["part"]} aria-labelledby={id}>
      <h2 id={id}>{says.title}</h2>
      <div className={styles["box"]}>
        <table className={styles["table"]} aria-label={says.title}>
          <thead>
            <tr>
              <th scope="col">{says.inFile}</th>
              <th scope="col" className={styles["first"]}>
                {says.first}
              </th>
              <th scope="col">{says.becomes}</th>
              <th scope="col">{says.how}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column, at) => (
              <ColumnRow
                // oxlint-disable-next-line react/no-array-index-key -- a column is its place in the file
                key={at}
                column={column}
                at={at}
                isBlocked={isBlocked}
                onChange={(becomes) => onRead({ columns: withColumn(reading.columns, at, becomes) })}
                dateOrder={reading.dateOrder}
                onOrder={(dateOrder) => onRead({ dateOrder })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles["reading"]}>
        <SelectField
          label={says.heads}
          help={[
            told.headRow[file.toldBy.headRow],
            ...(above.length === 0 ? [] : [says.above({ rows: above })]),
          ].join(" ")}
          value={String(reading.headRow ?? 0)}
          options={[
            { value: "0", label: says.noHeads },
            ...file.top.map(({ row, text }) => ({ value: String(row), label: says.headsIn({ row, text }) })),
          ]}
          onChange={(row) => {
            if (!isBlocked) onRead({ headRow: row === "0" ? null : Number(row), columns: null });
          }}
        />
        <SelectField
          label={says.separator}
          help={told.separator[file.toldBy.separator]}
          value={reading.separator}
          options={separators.map((value) => ({
            value,
            label: words.import.separators[separatorNames[value]],
          }))}
          onChange={(separator) => {
            if (!isBlocked) onRead({ separator, columns: null });
          }}
        />
        <SelectField
          label={says.encoding}
          help={told.encoding[file.toldBy.encoding]}
          value={reading.encoding}
          options={fileEncodings.map((value) => ({ value, label: words.import.encodings[value] }))}
          onChange={(encoding) => {
            if (!isBlocked) onRead({ encoding, columns: null });
          }}
        />
      </div>
    </section>
  );
}

type RowProps = {
  readonly column: FileColumn;
  readonly at: number;
  readonly isBlocked: boolean;
  readonly onChange: (becomes: ColumnKind) => void;
  readonly dateOrder: FileReading["dateOrder"];
  readonly onOrder: (order: FileReading["dateOrder"]) => void;
};

/** Whether its dates may be read in either order: nothing in the file says which, or a person did. */
const isEither = ({ becomes, how }: FileColumn, order: FileReading["dateOrder"]): boolean =>
  becomes === "dob" && (how === "settings" || (order !== null && how === order));

/** What it was guessed from what a column becomes; null where nothing was. */
function whyOf({ from, shows }: FileColumn): string | null {
  const says = words.import.from;
  if (shows !== null) return says.shows({ date: shows });
  return from === "nothing" ? null : says[from];
}

function ColumnRow({ column, at, isBlocked, onChange, dateOrder, onOrder }: RowProps): ReactNode {
  const name = column.head ?? words.import.columns.number({ number: at + 1 });
  const how = words.import.how[column.how];
  const why = whyOf(column);
  const isTaken = column.how !== "left" && column.how !== "empty";
  const Icon = isTaken ? Check : Minus;
  return (
    <tr>
      <th scope="row" className={styles["head"]}>
        {isolateText(name)}
      </th>
      <td className={joinClassNames(styles["soft"], styles["first"])}>{isolateText(column.first)}</td>
      <td>
        <Choice
          label={words.import.columns.becomesOf({ column: name })}
          value={column.becomes}
          options={columnKinds.map((kind) => [kind, words.import.kinds[kind]])}
          isBlocked={isBlocked}
          onChange={onChange}
        />
      </td>
      <td className={isTaken ? styles["good"] : styles["soft"]}>
        {isEither(column, dateOrder) ? (
          <Choice
            label={words.import.columns.orderOf({ column: name })}
            value={dateOrder ?? "settings"}
            options={orders.map((order) => [order, words.import.how[order]])}
            isBlocked={isBlocked}
            onChange={(order) => onOrder(order === "settings" ? null : order)}
          />
        ) : (
          <span className={styles["how"]}>
            <Icon size={14} aria-hidden="true" />
            {why === null ? how : `${how} · ${why}`}
          </span>
        )}
      </td>
    </tr>
  );
}

const orders = ["settings", ...dateOrders] as const;

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly isBlocked: boolean;
  readonly onChange: (value: Value) => void;
};

/** A list to choose from in a cell, whose column says what it is. */
function Choice<Value extends string>(props: ChoiceProps<Value>): ReactNode {
  const { label, value, options, isBlocked, onChange } = props;
  return (
    <div className={fields["selectBox"]}>
      <select
        aria-label={label}
        className={joinClassNames(fields["input"], fields["select"])}
        value={value}
        aria-disabled={isBlocked || undefined}
        onChange={(event) => {
          const [chosen] = options.find(([each]) => each === event.target.value) ?? [];
          if (chosen !== undefined && !isBlocked) onChange(chosen);
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden="true" />
    </div>
  );
}
