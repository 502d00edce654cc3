// Lists, adds, removes and tests the addresses that are notified of a task's outcome. For staff.
import { titleOf } from '../../tasks/task-titles.ts';
import { badFields, noContent, success } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';

export const taskNotificationHandlers: HandlerGroup = ({ notificationUrls, checkAddress, sendMessage }) => {
  const list = () => Object.fromEntries([...notificationUrls.list()].map(([name, urls]) => [name, { urls, title: titleOf(name) }]));
  return {
    listTaskNotifications: () => success(list()),

    addTaskNotification(call) {
      const { task_name: taskName, url } = call.body as { task_name: string; url: string };
      const problem = checkAddress(url.trim());
      if (problem !== null) throw badFields({ url: [problem] });
      notificationUrls.add(taskName, url.trim());
      return success(list());
    },

    deleteTaskNotification(call) {
      const { task_name: taskName, url } = call.body as { task_name: string; url?: string };
      notificationUrls.remove(taskName, url === undefined ? null : url.trim());
      return noContent;
    },

    async testTaskNotification(call) {
      const { task_name: taskName, url } = call.body as { task_name?: string; url: string };
      const subject = taskName === undefined ? 'a task' : `“${titleOf(taskName)}”`;
      const body = `This is a test. When ${subject} ends, Stowaway reports the result here.`;
      const problem = await sendMessage(url.trim(), { title: 'Stowaway: test', body, level: 'info' });
      return problem === null
        ? success({ success: true, message: 'Test notification sent successfully' })
        : { status: 400, body: { success: false, message: problem } };
    },
  };
};
