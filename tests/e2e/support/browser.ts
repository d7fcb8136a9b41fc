import process from 'node:process';

/** The system's Chromium, quiet; Playwright downloads none. */
export const browser = {
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  launchOptions: {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};
