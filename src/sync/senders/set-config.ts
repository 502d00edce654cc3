import type { SetConfig } from '../../mutations/kinds/set-config.ts';
import { isDeepEqual } from '../../lib/keep-identity.ts';
import { ok } from '../../lib/result.ts';
import { countConfirmation } from '../../mirror/request-order.ts';
import { forceRefresh } from '../../mirror/refresh-requests.ts';
import { isOutcomeUnknown } from '../row-outcome.ts';
import { createFieldSender } from './send-field.ts';
import type { Sender } from './sender.ts';

const send = createFieldSender<SetConfig, unknown>(({ mirror, api, signal }, { key: name, value }, idempotencyKey) => ({
  async isApplied() {
    const answer = await api.getUserConfig(signal);
    return answer.ok ? ok(isDeepEqual(answer.value[name], value)) : answer;
  },
  write: () => api.updateUserConfig({ [name]: value }, idempotencyKey, signal),
  async store() {
    const { db } = mirror;
    // Only this key is stored, not the whole answer, because another tab may have read newer values of the other keys meanwhile.
    const config = await db.documents.get('user-config');
    if (config?.key === 'user-config') await db.documents.put({ ...config, value: { ...config.value, [name]: value }, asOf: await countConfirmation(db) });
  },
}));

export const sendSetConfig: Sender<SetConfig> = async (ports, row) => {
  const outcome = await send(ports, row);
  // The server does nothing if it recognises the Idempotency-Key of a call that already took effect. Another device may have changed the
  // setting since that call, so the settings are read again.
  if (outcome.kind === 'done' && isOutcomeUnknown(row)) await forceRefresh(ports.mirror, 'user-config', 1);
  return outcome;
};
