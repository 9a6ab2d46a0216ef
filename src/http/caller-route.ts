import type { Route } from './route.js'

/** Who asks, as the server understood it: what the dashboard shows and offers hangs on that. */
export const callerRoute: Route = {
  method: 'GET',
  path: '/api/v1/caller',
  access: 'caller',
  handle: ({ caller: { who, name, role, workspaces } }) =>
    Response.json(
      {
        name,
        user: who.user ?? 'me',
        workspace: who.workspace ?? null,
        role,
        workspaces,
        capabilities: who.capabilities ?? [],
      },
      { headers: { 'cache-control': 'no-store' } },
    ),
}
