import type { ReactNode } from "react";
import type { SeriesRead } from "../../../shared/bookings/series.ts";
import { words } from "../../../messages/words.ts";
import { isClosed } from "../../lib/item-form.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { PageSection } from "../../ui/page.tsx";
import { SeriesList } from "./series-list.tsx";
import { findSeriesFault, getSeriesFieldName } from "./series-state.ts";
import type { Booking } from "./use-booking.ts";

type Props = { readonly booking: Booking; readonly series: SeriesRead };

/** Every visit that will be booked, read back before anything is sent. */
export function LoadedSeriesReview({ booking, series }: Props): ReactNode {
  const say = words.series;
  const go = (): void =>
    booking.dispatch({
      type: "went-to-series",
      name: findSeriesFault(series) ?? getSeriesFieldName("every"),
    });
  const way = (
    <Button size="small" onPress={go} isBlocked={isClosed(booking.state.phase)}>
      {say.goToVisits}
    </Button>
  );
  if (!series.isComplete) return <NoticeBox tone="warning" title={say.incomplete} actions={way} />;
  return (
    <PageSection title={say.review({ count: series.count })} description={say.reviewHelp} tools={way}>
      <SeriesList booking={booking} series={series} />
    </PageSection>
  );
}
