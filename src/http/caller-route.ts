import type { Route } from './route.js'

/** Who asks, as the server understood it: what the dashboard shows and offers hangs on that. */
export const callerRoute: Route = {
  method: 'GET',
  path: '/api/v1/caller',
  access: 'caller',
  handle: ({ command, caller: { who, name, role, workspaces, keyId } }) =>
    Response.json(
      {
        name,
        user: who.user ?? 'me',
        workspace: who.workspace ?? null,
        role,
        workspaces,
        capabilities: who.capabilities ?? [],
        // Who comes in with a key may sit at another machine.
        command: keyId === null ? (command ?? null) : null,
      },
      { headers: { 'cache-control': 'no-store' } },
    ),
}
