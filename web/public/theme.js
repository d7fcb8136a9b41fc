// Sets the reader's theme before the first paint, which a module would come too late for. The rest
// of it is in src/state/theme.ts.
document.documentElement.dataset.theme = localStorage.getItem('reach.theme') ?? 'system';
