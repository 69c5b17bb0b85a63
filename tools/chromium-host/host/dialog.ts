interface MessageBoxOptions {
  readonly message?: string;
  readonly buttons?: readonly string[];
  readonly defaultId?: number;
  readonly cancelId?: number;
  readonly checkboxChecked?: boolean;
}
interface FileOptions {
  readonly defaultPath?: string;
}
interface MessageBoxAnswer {
  readonly response: number;
  readonly checkboxChecked: boolean;
}

/** Answers for dialogs to come, e.g. `CHROMIUM_HOST_DIALOGS='[{"response":1},{"filePath":"/tmp/a.csv"}]'`. */
type Answer = Readonly<{
  response?: number;
  checkboxChecked?: boolean;
  filePath?: string;
  filePaths?: string[];
}>;

function prepared(): Answer[] {
  const text = process.env["CHROMIUM_HOST_DIALOGS"] ?? "";
  return text === "" ? [] : JSON.parse(text);
}

/** Electron's functions take the window first, or leave it out. */
function optionsOf<T extends object>(args: readonly unknown[]): T {
  return (args.length > 1 ? args[1] : args[0]) as T;
}

function say(what: string): void {
  process.stderr.write(`chromium-host: ${what.replaceAll("\n", " ")}\n`);
}

/**
 * Electron's `dialog`. Nothing is shown: an answer comes from `CHROMIUM_HOST_DIALOGS`, one after the other, then the
 * default button answers, and file dialogs are cancelled. A test may replace any of these functions.
 */
export function createDialog() {
  let queue: Answer[] | undefined;
  const next = (): Answer => {
    queue ??= prepared();
    return queue.shift() ?? {};
  };
  const messageBox = (options: MessageBoxOptions): MessageBoxAnswer => {
    const answer = next();
    const response = answer.response ?? options.defaultId ?? options.cancelId ?? 0;
    say(`message box "${options.message ?? ""}" answered with ${options.buttons?.[response] ?? "OK"}`);
    return { response, checkboxChecked: answer.checkboxChecked ?? options.checkboxChecked ?? false };
  };
  const saveDialog = (options: FileOptions): Readonly<{ canceled: boolean; filePath: string }> => {
    const { filePath = "" } = next();
    say(
      `save dialog for ${options.defaultPath ?? "a file"} ${filePath === "" ? "cancelled" : `answered with ${filePath}`}`,
    );
    return { canceled: filePath === "", filePath };
  };
  const openDialog = (): Readonly<{ canceled: boolean; filePaths: string[] }> => {
    const { filePaths = [] } = next();
    say(`open dialog ${filePaths.length === 0 ? "cancelled" : `answered with ${filePaths.join(", ")}`}`);
    return { canceled: filePaths.length === 0, filePaths };
  };

  return {
    showMessageBox: async (...args: unknown[]) => messageBox(optionsOf<MessageBoxOptions>(args)),
    showMessageBoxSync: (...args: unknown[]) => messageBox(optionsOf<MessageBoxOptions>(args)).response,
    showSaveDialog: async (...args: unknown[]) => saveDialog(optionsOf<FileOptions>(args)),
    showSaveDialogSync: (...args: unknown[]) => saveDialog(optionsOf<FileOptions>(args)).filePath,
    showOpenDialog: async () => openDialog(),
    showOpenDialogSync: () => {
      const { canceled, filePaths } = openDialog();
      return canceled ? undefined : filePaths;
    },
    showErrorBox: (title: string, content: string) => say(`error box "${title}": ${content}`),
    showCertificateTrustDialog: async () => undefined,
  };
}
