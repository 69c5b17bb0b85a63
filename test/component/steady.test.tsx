import { render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { words } from "../../messages/words.ts";
import { firstLanguage, setLanguage } from "../../messages/language.ts";
import { memoWithLocale } from "../../renderer/lib/steady.tsx";
import { desk, doing } from "./kit.tsx";

afterEach(() => setLanguage(firstLanguage));

test("a part stands while its properties are the same, and is drawn anew with others or in another language", async () => {
  const drawn: string[] = [];
  const Part = memoWithLocale(({ name }: { readonly name: string }) => {
    drawn.push(name);
    return <p>{`${name} ${words.ui.required}`}</p>;
  });
  const { wrapper, state } = desk({});
  const { rerender } = render(<Part name="a" />, { wrapper });
  rerender(<Part name="a" />);
  expect(drawn).toEqual(["a"]);
  rerender(<Part name="b" />);
  expect(drawn).toEqual(["a", "b"]);
  await doing(() => {
    setLanguage("es-US");
    state.language.setState({ language: "es-US" });
  });
  expect(drawn).toEqual(["a", "b", "b"]);
  expect(screen.getByText(/^b/)).toBeTruthy();
});
