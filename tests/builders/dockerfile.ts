// Reads a Dockerfile into stages and steps. Only the few forms that our Dockerfile uses are supported. An unknown instruction throws,
// because a test that runs the steps would otherwise skip it.
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
    const [, instruction = '', args = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') {
      const [, image = '', name] = /^(\S+)(?: AS (\S+))?$/i.exec(args) ?? [];
      stages.push({ image, name: name ?? null, steps: [], entrypoint: [], healthCheck: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`an instruction before the first FROM: ${line}`);
    add(stage, instruction, args);
  }
  return stages;
}

function add(stage: Stage, instruction: string, args: string): void {
  switch (instruction) {
    case 'WORKDIR':
      return void stage.steps.push({ kind: 'workdir', folder: args });
    case 'RUN':
      return void stage.steps.push({ kind: 'run', command: args });
    case 'USER':
      return void stage.steps.push({ kind: 'user', name: args });
    case 'ENV':
      return void stage.steps.push({ kind: 'env', values: Object.fromEntries(args.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string])) });
    case 'COPY': {
      const copyArguments = args.split(/\s+/);
      const from = copyArguments[0]?.startsWith('--from=') === true ? (copyArguments.shift() ?? '').slice('--from='.length) : null;
      if (copyArguments.some((argument) => argument.startsWith('--'))) throw new Error(`this form of COPY is not supported here: ${args}`);
      return void stage.steps.push({ kind: 'copy', from, sources: copyArguments.slice(0, -1), target: copyArguments.at(-1) ?? '' });
    }
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(args.slice(args.indexOf('CMD ') + 4)) as string[];
      return;
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(args) as string[];
      return;
    case 'VOLUME':
    case 'EXPOSE':
      return;
    default:
      throw new Error(`this instruction is not supported here: ${instruction} ${args}`);
  }
}
