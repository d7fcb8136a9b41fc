import { type ReadonlySignal, signal } from '@preact/signals';

import { type Push, followMessage, readPush } from '../api/socket.ts';

/** `blocked`: the server answers, but no WebSocket to it has ever come up. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'blocked';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A connection that has not said hello by then counts as failed. */
const HELLO_DEADLINE_MS = 10_000;
/** So many sockets that fail in a row, with the server answering, are taken for a proxy's doing. */
const BLOCKED_AFTER = 3;
/** Pushed messages that come close together are handed on together. */
const GATHER_MS = 50;

/** The part of a WebSocket that is used here. */
export interface Socket extends EventTarget {
  close(): void;
  send(text: string): void;
}

/** The page's one socket: connects, says when it is lost, and connects again. */
export class LiveUpdates {
  readonly #state = signal<LiveState>('connecting');
  #socket: Socket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gather: ReturnType<typeof setTimeout> | undefined;
  #gathered: Push[] = [];
  #failures = 0;
  #failedSockets = 0;
  #wasLive = false;
  #attempt = 0;
  #isWaiting = false;
  /** How many views follow each session. */
  readonly #followed = new Map<string, number>();

  constructor(
    private readonly options: {
      open: () => Promise<Socket>;
      /** A batch of messages, in the order in which they came. */
      onPushes: (pushes: Push[]) => void;
      /** Messages may have been missed: before each hello, and when the server says `resync`. */
      onGap: () => void;
      random?: () => number;
    },
  ) {}

  get state(): ReadonlySignal<LiveState> {
    return this.#state;
  }

  start(): void {
    void this.#connect();
  }

  /** Tries again now: the network is back, or a person is looking again. */
  retryNow(): void {
    if (!this.#isWaiting) return;
    clearTimeout(this.#timer);
    void this.#connect();
  }

  /**
   * Asks for what is pushed to the followers of a session alone; the server repeats its latest
   * launch warning to each new one (S18). Holds across reconnects, until what is returned is called.
   */
  follow(sessionId: string): () => void {
    const followers = this.#followed.get(sessionId) ?? 0;
    this.#followed.set(sessionId, followers + 1);
    if (followers === 0) this.#say('subscribe', sessionId);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#followed.get(sessionId) ?? 1) - 1;
      if (left > 0) this.#followed.set(sessionId, left);
      else {
        this.#followed.delete(sessionId);
        this.#say('unsubscribe', sessionId);
      }
    };
  }

  stop(): void {
    this.#isWaiting = false;
    this.#attempt++;
    clearTimeout(this.#timer);
    clearTimeout(this.#gather);
    this.#drop();
  }

  async #connect(): Promise<void> {
    this.#isWaiting = false;
    const attempt = ++this.#attempt;
    const isCurrent = () => attempt === this.#attempt;
    let socket: Socket;
    try {
      socket = await this.options.open();
    } catch {
      if (isCurrent()) {
        this.#failedSockets = 0;
        this.#lose();
      }
      return;
    }
    if (!isCurrent()) {
      socket.close();
      return;
    }
    this.#socket = socket;
    this.#failedSockets++;
    const lose = () => {
      if (isCurrent()) this.#lose();
    };
    socket.addEventListener('close', lose);
    socket.addEventListener('error', lose);
    socket.addEventListener('message', (event) => {
      const text = (event as MessageEvent<unknown>).data;
      if (isCurrent() && typeof text === 'string') this.#receive(text);
    });
    this.#timer = setTimeout(lose, HELLO_DEADLINE_MS);
  }

  #receive(text: string): void {
    const push = readPush(text);
    if (push === null) return;
    if (push.type === 'hello') {
      clearTimeout(this.#timer);
      this.#failures = 0;
      this.#wasLive = true;
      this.#state.value = 'live';
      for (const id of this.#followed.keys()) this.#say('subscribe', id);
    }
    this.#gathered.push(push);
    this.#gather ??= setTimeout(() => this.#handOn(), GATHER_MS);
    if (push.type === 'hello' || push.type === 'resync') this.options.onGap();
  }

  #handOn(): void {
    this.#gather = undefined;
    this.options.onPushes(this.#gathered.splice(0));
  }

  #say(type: 'subscribe' | 'unsubscribe', sessionId: string): void {
    if (this.#state.peek() === 'live') this.#socket?.send(followMessage(type, sessionId));
  }

  #lose(): void {
    this.#attempt++;
    clearTimeout(this.#timer);
    this.#drop();
    const isBlocked = !this.#wasLive && this.#failedSockets >= BLOCKED_AFTER;
    this.#state.value = isBlocked ? 'blocked' : 'lost';
    const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures++);
    // Half of it at random: many pages that lost one server must not come back in step.
    const delay = longest / 2 + ((this.options.random ?? Math.random)() * longest) / 2;
    this.#isWaiting = true;
    this.#timer = setTimeout(() => void this.#connect(), delay);
  }

  #drop(): void {
    this.#socket?.close();
    this.#socket = null;
  }
}
