/** For programs that are started: without what is the server's own, as the first password may be among it. */
export function plainEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('STOWAWAY_') && !name.startsWith('NODE_')));
}
