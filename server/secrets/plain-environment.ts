/** The environment for child processes, without the server's own variables, which may include the first password. */
export function plainEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('STOWAWAY_') && !name.startsWith('NODE_')));
}
