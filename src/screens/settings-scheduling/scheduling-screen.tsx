// The archive's scheduled tasks, and the addresses that it notifies (SPEC §2 "Scheduling page").
import { usePageDocument } from '../../queries/page-documents.ts';
import { schedulingTexts as texts } from '../../texts/scheduling.ts';
import { HelpLine } from '../../features/settings/help-line.tsx';
import { StaleNote, StaffSettingsPage, ViewContent } from '../../features/settings/staff-settings-page.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { ScheduleCard, scheduledTasks } from './schedule-card.tsx';
import styles from './scheduling.module.css';

export function SchedulingScreen() {
  return (
    <StaffSettingsPage title={texts.title}>
      <Scheduling />
    </StaffSettingsPage>
  );
}

function Scheduling() {
  const schedules = usePageDocument('page:schedules');
  const notifications = usePageDocument('page:task-notifications');
  return (
    <>
      <StaleNote views={[schedules, notifications]} />
      <div className={styles['lead']}>
        <HelpLine>{texts.help}</HelpLine>
      </div>
      <ViewContent view={schedules}>
        {(list) => (
          <div className={styles['cards']}>
            {scheduledTasks.map((task) => (
              <ScheduleCard key={task} task={task} schedule={list.find(({ name }) => name === task) ?? null} />
            ))}
          </div>
        )}
      </ViewContent>
      <NotificationsCard view={notifications} />
    </>
  );
}
