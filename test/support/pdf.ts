/** The pages of a PDF as Chromium writes it, each in millimetres, rounded. */
export const pagesOf = (pdf: Buffer): readonly { readonly width: number; readonly height: number }[] =>
  [...pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
    width: millimetres(width),
    height: millimetres(height),
  }));

const millimetres = (points = ""): number => Math.round((Number(points) / 72) * 25.4);
