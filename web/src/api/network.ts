/** The two ways to the server, as the browser gives them. */
export interface Network {
  fetch: typeof fetch;
  WebSocket: typeof WebSocket;
}

/** Bound, since a browser's `fetch` insists on being called on its window. */
export function networkOf(window: Network): Network {
  return { fetch: (input, init) => window.fetch(input, init), WebSocket: window.WebSocket };
}
