import type { Growth } from "./harness.ts";

const width = 720;
const height = 420;
const edge = { left: 64, right: 200, top: 24, bottom: 44 };
const colors = ["#2a6fdb", "#c2410c", "#15803d", "#9333ea", "#b45309", "#0e7490", "#be123c", "#4d7c0f"];

const short = (value: number): string =>
  value >= 1e6 ? `${value / 1e6} M` : value >= 1e3 ? `${value / 1e3} k` : String(value);

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Powers of ten from below the smallest value to above the largest. */
function decades(values: readonly number[]): readonly number[] {
  const known = values.filter((value) => value > 0);
  const from = Math.floor(Math.log10(Math.min(...known)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...known))));
  return Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
}

/** Where a value stands on a logarithmic axis that is so long. */
function scale(ticks: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
  return (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
}

/**
 * How things grow, as an SVG: both axes logarithmic, so that what grows in proportion is a line that rises with its
 * grid. The text and the grid take the colors of a light or a dark page.
 */
export function plotOf(growth: readonly Growth[]): string {
  const points = growth.flatMap((one) => one.points);
  const sizes = decades(points.map(({ size }) => size));
  const values = decades(points.map(({ value }) => value));
  const x = scale(sizes, edge.left, width - edge.right);
  const y = scale(values, height - edge.bottom, edge.top);
  const grid = [
    ...sizes.map((size) => {
      const at = x(size).toFixed(1);
      return `<line class="grid" x1="${at}" x2="${at}" y1="${edge.top}" y2="${height - edge.bottom}"/><text x="${at}" y="${height - edge.bottom + 18}" text-anchor="middle">${short(size)}</text>`;
    }),
    ...values.map((value) => {
      const at = y(value).toFixed(1);
      return `<line class="grid" x1="${edge.left}" x2="${width - edge.right}" y1="${at}" y2="${at}"/><text x="${edge.left - 8}" y="${at}" text-anchor="end" dominant-baseline="middle">${short(value)}</text>`;
    }),
  ];
  const lines = growth.map(({ what, unit, points: own }, index) => {
    const color = colors[index % colors.length] ?? "#888";
    const path = own
      .filter(({ value }) => value > 0)
      .map(({ size, value }) => `${x(size).toFixed(1)},${y(value).toFixed(1)}`);
    const dots = path.map((point) => {
      const [cx, cy] = point.split(",");
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`;
    });
    const label = edge.top + 12 + index * 18;
    return `<polyline points="${path.join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join("")}<line x1="${width - edge.right + 12}" x2="${width - edge.right + 28}" y1="${label}" y2="${label}" stroke="${color}" stroke-width="3"/><text x="${width - edge.right + 34}" y="${label}" dominant-baseline="middle">${escape(what)} (${unit})</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Growth by number of records">
<style>
text { font: 12px system-ui, sans-serif; fill: #334155; }
.grid { stroke: #cbd5e1; stroke-width: 1; }
@media (prefers-color-scheme: dark) { text { fill: #cbd5e1; } .grid { stroke: #475569; } }
</style>
${grid.join("\n")}
${lines.join("\n")}
<text x="${(edge.left + width - edge.right) / 2}" y="${height - 8}" text-anchor="middle">records</text>
</svg>
`;
}
