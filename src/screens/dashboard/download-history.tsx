// The downloads of the last days, as bars and as a table. Screen readers skip the bars, because the table has the same content.
import type { DownloadDay } from '../../queries/stats.ts';
import { dashboardTexts } from '../../texts/dashboard.ts';
import { count } from '../../texts/formats.ts';
import { dayOfMonth, fileSize, weekdayAndDay, type SizeUnit } from '../../texts/page-formats.ts';
import { Card } from './total-cards.tsx';
import styles from './dashboard-screen.module.css';

/** `days`: newest first, as the archive sends them. */
export function DownloadHistory({ days, unit }: { days: readonly DownloadDay[]; unit: SizeUnit }) {
  const totalCount = days.reduce((sum, day) => sum + day.count, 0);
  const totalBytes = days.reduce((sum, day) => sum + day.sizeBytes, 0);
  return (
    <Card title={dashboardTexts.history} className={styles['history']}>
      {totalCount === 0 ? (
        <p className={styles['nothing']}>{dashboardTexts.noHistory}</p>
      ) : (
        <>
          <p className={styles['sum']}>{dashboardTexts.historySum(totalCount, fileSize(totalBytes, unit), days.length)}</p>
          <div className={styles['history-facts']}>
            <Bars days={days.toReversed()} unit={unit} />
            <table className={styles['days']}>
              <thead>
                <tr>
                  <th scope="col">{dashboardTexts.day}</th>
                  <th scope="col">{dashboardTexts.videosHead}</th>
                  <th scope="col">{dashboardTexts.sizeHead}</th>
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day.day}>
                    <th scope="row">
                      <time dateTime={day.day}>{weekdayAndDay(day.day)}</time>
                    </th>
                    <td>{count(day.count)}</td>
                    <td>{fileSize(day.sizeBytes, unit)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Card>
  );
}

/** Heights in percent of the chart. The counts are above the bars, the days below them. */
const countsHeight = 14;
const daysHeight = 14;
const plotHeight = 100 - countsHeight - daysHeight;
/** A day without a download still gets a bar. */
const minBarHeight = 1.5;

/** The chart is sized in percent instead of by a viewBox, so that its text keeps the user's font size. */
function Bars({ days, unit }: { days: readonly DownloadDay[]; unit: SizeUnit }) {
  const maxCount = Math.max(...days.map((day) => day.count));
  const columnWidth = 100 / days.length;
  const barWidth = Math.min(columnWidth * 0.62, 9);
  return (
    <svg className={styles['bars']} aria-hidden="true" focusable="false">
      {days.map((day, index) => {
        const height = Math.max(minBarHeight, (day.count / maxCount) * plotHeight);
        const middle = columnWidth * (index + 0.5);
        return (
          <g key={day.day} className={styles['bar']}>
            <title>{`${weekdayAndDay(day.day)} · ${count(day.count)} ${dashboardTexts.videos(day.count)} · ${fileSize(day.sizeBytes, unit)}`}</title>
            <rect x={`${columnWidth * index}%`} y="0" width={`${columnWidth}%`} height="100%" className={styles['bar-hover-area']} />
            <rect x={`${middle - barWidth / 2}%`} y={`${100 - daysHeight - height}%`} width={`${barWidth}%`} height={`${height}%`} rx="5" />
            <text x={`${middle}%`} y={`${100 - daysHeight - height}%`} dy="-0.5em">
              {day.count > 0 ? count(day.count) : ''}
            </text>
            <text x={`${middle}%`} y={`${100 - daysHeight}%`} dy="1.7em">
              {dayOfMonth(day.day)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
