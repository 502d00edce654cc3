// Reads a Dockerfile into stages and steps. It knows only the few forms that our Dockerfile uses and throws on any other, so that a test
// that runs the steps cannot leave one out.
export type Step =
  | { kind: 'workdir'; folder: string }
  | { kind: 'copy'; from: string | null; sources: string[]; target: string }
  | { kind: 'run'; command: string }
  | { kind: 'user'; name: string }
  | { kind: 'env'; values: Record<string, string> };

export interface Stage {
  image: string;
  name: string | null;
  steps: Step[];
  /** The command that its container runs. */
  entrypoint: string[];
  healthCheck: string[];
}

export function readDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [, image = '', name] = /^(\S+)(?: AS (\S+))?$/i.exec(rest) ?? [];
      stages.push({ image, name: name ?? null, steps: [], entrypoint: [], healthCheck: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`before the first FROM: ${line}`);
    add(stage, word, rest);
  }
  return stages;
}

function add(stage: Stage, word: string, rest: string): void {
  switch (word) {
    case 'WORKDIR':
      return void stage.steps.push({ kind: 'workdir', folder: rest });
    case 'RUN':
      return void stage.steps.push({ kind: 'run', command: rest });
    case 'USER':
      return void stage.steps.push({ kind: 'user', name: rest });
    case 'ENV':
      return void stage.steps.push({ kind: 'env', values: Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string])) });
    case 'COPY': {
      const words = rest.split(/\s+/);
      const from = words[0]?.startsWith('--from=') === true ? (words.shift() ?? '').slice('--from='.length) : null;
      if (words.some((each) => each.startsWith('--'))) throw new Error(`not known here: COPY ${rest}`);
      return void stage.steps.push({ kind: 'copy', from, sources: words.slice(0, -1), target: words.at(-1) ?? '' });
    }
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4)) as string[];
      return;
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(rest) as string[];
      return;
    case 'VOLUME':
    case 'EXPOSE':
      return;
    default:
      throw new Error(`not known here: ${word} ${rest}`);
  }
}
