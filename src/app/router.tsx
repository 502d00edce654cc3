// All routes of the client (SPEC §2); rarely opened ones are in other-routes.tsx. Home and the shell are in the initial bundle; every
// other screen is fetched on demand, or prefetched when the page is idle. The router's own data loading is not used, because screens read
// from the mirror (docs/decisions/501).
import { Suspense, useEffect, type ReactNode } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { HomeScreen } from '../screens/home/home-screen.tsx';
import { AccountGate } from './account-gate.tsx';
import { AppRouter } from './app-router.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { prefetchPlayer } from './player-host/player-host.tsx';
import { whenIdle } from './ports.ts';
import type { ScrollPositions } from './scroll-positions.ts';
import type { SessionStore } from './session.ts';
import { Shell } from './shell/shell.tsx';
import { useScrollPositions } from './use-scroll-positions.ts';

const channels = lazyScreen(async () => (await import('../screens/channels/channels-screen.tsx')).ChannelsScreen);
const channel = lazyScreen(async () => (await import('../screens/channel/channel-screen.tsx')).ChannelScreen);
const channelVideos = lazyScreen(async () => (await import('../screens/channel/channel-videos.tsx')).ChannelVideosTab);
const channelPlaylists = lazyScreen(async () => (await import('../screens/channel/channel-playlists.tsx')).ChannelPlaylistsTab);
const channelAbout = lazyScreen(async () => (await import('../screens/channel/channel-about.tsx')).ChannelAboutTab);
const playlists = lazyScreen(async () => (await import('../screens/playlists/playlists-screen.tsx')).PlaylistsScreen);
const playlist = lazyScreen(async () => (await import('../screens/playlist/playlist-screen.tsx')).PlaylistScreen);
const video = lazyScreen(async () => {
  prefetchPlayer(); // in parallel with the screen, not after it
  return (await import('../screens/video/video-screen.tsx')).VideoScreen;
});
const search = lazyScreen(async () => (await import('../screens/search/search-screen.tsx')).SearchScreen);
const otherRoutes = lazyScreen(async () => (await import('./other-routes.tsx')).OtherRoutes);
const login = lazyScreen(async () => (await import('../screens/login/login-screen.tsx')).LoginScreen);

interface RouterProps {
  store: SessionStore;
  positions: ScrollPositions;
  /** Drawn above every page: the update prompt, the notice about missing storage. */
  notices: ReactNode;
}

export function Router({ store, positions, notices }: RouterProps) {
  return (
    <AppRouter isLoaded={isLoaded} onLeave={positions.leave}>
      <Routes>
        <Route element={<Root positions={positions} />}>
          <Route path="login" element={<login.Screen />} />
          <Route element={<AccountGate store={store} />}>
            <Route element={<Shell notices={notices} />}>
              <Route element={<ShellScreen />}>
                <Route index element={<HomeScreen />} />
                <Route path="channel" element={<channels.Screen />} />
                <Route path="channel/:channelId" element={<channel.Screen />}>
                  <Route index element={<channelVideos.Screen />} />
                  <Route path="streams" element={<channelVideos.Screen kind="streams" />} />
                  <Route path="shorts" element={<channelVideos.Screen kind="shorts" />} />
                  <Route path="playlist" element={<channelPlaylists.Screen />} />
                  <Route path="about" element={<channelAbout.Screen />} />
                </Route>
                <Route path="playlist" element={<playlists.Screen />} />
                <Route path="playlist/:playlistId" element={<playlist.Screen />} />
                <Route path="video/:videoId" element={<video.Screen />} />
                <Route path="search" element={<search.Screen />} />
                <Route path="*" element={<otherRoutes.Screen />} />
              </Route>
            </Route>
          </Route>
        </Route>
      </Routes>
    </AppRouter>
  );
}

function Root({ positions }: Pick<RouterProps, 'positions'>) {
  useScrollPositions(positions);
  return (
    <ErrorBoundary isAlone>
      <Suspense>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Screens that are prefetched when the page is idle. */
const prefetchedScreens = [search, video, channel, channelVideos, channels, playlists, playlist, otherRoutes];

/**
 * Whether the page at this path can be drawn without loading code. True only once all of `prefetchedScreens` are loaded. Always false for a
 * channel's tabs other than its videos, and for the routes of other-routes.tsx, because they may need more chunks.
 */
function isLoaded(pathname: string): boolean {
  return /^\/((channel|playlist|video)(\/[^/]*)?|search)?\/?$/.test(pathname) && prefetchedScreens.every((screen) => screen.isLoaded());
}

function ShellScreen() {
  // The chunk of sheets is fetched before the screens. The shell's effect adds that chunk to the idle work, but runs after this effect, so
  // this effect adds the screens from within a piece of idle work.
  useEffect(() => whenIdle(() => prefetchedScreens.forEach(({ prefetch }) => whenIdle(prefetch))), []);
  return (
    <ErrorBoundary>
      <Outlet />
    </ErrorBoundary>
  );
}
