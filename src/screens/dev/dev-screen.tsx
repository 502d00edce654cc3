// /_dev: the data on this device, for troubleshooting. Read-only, except for the fault switches of a development build.
import { useEffect, useState, type ReactNode } from 'react';
import { chooseFault, chosenFault, faultNames, type FaultName } from '../../lib/dev-faults.ts';
import { useInternals } from '../../queries/internals.ts';
import { useSession } from '../../queries/session.ts';
import { devTexts } from '../../texts/dev.ts';
import styles from './dev-screen.module.css';

type WorkerState = keyof typeof devTexts.workerStates;

interface DeviceFacts {
  worker: WorkerState;
  usedBytes: number | null;
  isProtected: boolean | null;
}

async function readDeviceFacts(): Promise<DeviceFacts> {
  const estimate = await navigator.storage?.estimate?.();
  return { worker: await workerState(), usedBytes: estimate?.usage ?? null, isProtected: (await navigator.storage?.persisted?.()) ?? null };
}

async function workerState(): Promise<WorkerState> {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator)) return 'unsupported';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'none';
  if (registration.waiting) return 'waiting';
  return registration.active ? 'active' : 'installing';
}

function timeText(ms: number | null | undefined): string {
  return ms ? new Date(ms).toISOString() : devTexts.never;
}

export function DevScreen() {
  const internals = useInternals();
  const session = useSession();
  const [device, setDevice] = useState<DeviceFacts | null>(null);
  useEffect(() => {
    let isMounted = true;
    void readDeviceFacts().then((facts) => isMounted && setDevice(facts)); // fire and forget: the page works without these facts
    return () => {
      isMounted = false;
    };
  }, []);

  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{devTexts.title}</h1>
      <p>{devTexts.intro}</p>
      <Section title={devTexts.connection}>
        <Facts
          rows={[
            [devTexts.connectionState, internals?.connection?.name ?? devTexts.never],
            [devTexts.since, timeText(internals?.connection?.sinceMs)],
            [devTexts.lastAnswer, timeText(internals?.connection?.lastAnswerAtMs)],
          ]}
        />
      </Section>
      <Section title={devTexts.versions}>
        <Facts
          rows={[
            [devTexts.client, __VERSION__],
            [devTexts.server, session.server?.version ?? devTexts.never],
            [devTexts.worker, device ? devTexts.workerStates[device.worker] : ''],
          ]}
        />
      </Section>
      <Section title={devTexts.storage}>
        <Facts
          rows={[
            [devTexts.used, device?.usedBytes?.toLocaleString() ?? devTexts.unknown],
            [devTexts.isProtected, device?.isProtected === null || !device ? devTexts.unknown : device.isProtected ? devTexts.yes : devTexts.no],
          ]}
        />
      </Section>
      <Section title={devTexts.rows}>
        <Table heads={[devTexts.table, devTexts.count]} rows={internals?.rowCounts.map(({ table, count }) => [table, count]) ?? []} />
      </Section>
      <Section title={devTexts.outbox}>
        {internals?.outbox.length === 0 ? (
          <p>{devTexts.outboxEmpty}</p>
        ) : (
          <Table
            heads={[devTexts.sequence, devTexts.lane, devTexts.change, devTexts.state, devTexts.attempts, devTexts.nextTry]}
            rows={
              internals?.outbox.map((row) => [row.sequence, row.lane, JSON.stringify(row.mutation), row.state.name, row.attempts, timeText(row.nextTryAtMs)]) ??
              []
            }
          />
        )}
      </Section>
      <Section title={devTexts.refreshRequests}>
        {internals?.requests.length === 0 ? (
          <p>{devTexts.refreshRequestsEmpty}</p>
        ) : (
          <Table heads={[devTexts.key, devTexts.state]} rows={internals?.requests.map((request) => [request.key, request.failure ?? request.state]) ?? []} />
        )}
      </Section>
      {__DEV_TOOLS__ ? <FaultSwitches /> : null}
    </div>
  );
}

function FaultSwitches() {
  const [fault, setFault] = useState<FaultName>(chosenFault);
  return (
    <Section title={devTexts.faults}>
      <p>{devTexts.faultsHelp}</p>
      <fieldset className={styles.faults}>
        {faultNames.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="fault"
              checked={name === fault}
              onChange={() => {
                chooseFault(name);
                setFault(name);
              }}
            />
            {devTexts.faultNames[name]}
          </label>
        ))}
      </fieldset>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ rows }: { rows: [name: string, value: string][] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Table({ heads, rows }: { heads: string[]; rows: (string | number)[][] }) {
  return (
    <div className={styles.scroller} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={String(cells[0])}>
              {cells.map((cell, column) => (
                <td key={heads[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
