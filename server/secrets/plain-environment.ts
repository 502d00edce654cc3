/** The environment for child processes, without Node's variables and the server's own, which may include the first password. */
export function plainEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('STOWAWAY_') && !name.startsWith('NODE_')));
}
