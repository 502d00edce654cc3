// The rarely opened routes (SPEC §2): the archive's downloads, saved videos, settings, About, tools, and unknown addresses. A separate
// chunk, so that the initial bundle does not name them all.
import { Route, Routes } from 'react-router-dom';
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx';
import { lazyScreen } from './lazy-screen.tsx';

const downloads = lazyScreen(async () => (await import('../screens/downloads/downloads-screen.tsx')).DownloadsScreen);
const saved = lazyScreen(async () => (await import('../screens/saved/saved-screen.tsx')).SavedScreen);
const dashboard = lazyScreen(async () => (await import('../screens/dashboard/dashboard-screen.tsx')).DashboardScreen);
const userSettings = lazyScreen(async () => (await import('../screens/settings-user/user-settings-screen.tsx')).UserSettingsScreen);
const applicationSettings = lazyScreen(async () => (await import('../screens/settings-application/application-settings-screen.tsx')).ApplicationSettingsScreen);
const scheduling = lazyScreen(async () => (await import('../screens/settings-scheduling/scheduling-screen.tsx')).SchedulingScreen);
const actions = lazyScreen(async () => (await import('../screens/settings-actions/actions-screen.tsx')).ActionsScreen);
const about = lazyScreen(async () => (await import('../screens/about/about-screen.tsx')).AboutScreen);
const dev = lazyScreen(async () => (await import('../screens/dev/dev-screen.tsx')).DevScreen);
const catalogue = __DEV_TOOLS__ ? lazyScreen(async () => (await import('../screens/catalogue/catalogue-screen.tsx')).CatalogueScreen) : null;

export function OtherRoutes() {
  return (
    <Routes>
      <Route path="downloads" element={<downloads.Screen />} />
      <Route path="saved" element={<saved.Screen />} />
      <Route path="settings" element={<dashboard.Screen />} />
      <Route path="settings/user" element={<userSettings.Screen />} />
      <Route path="settings/application" element={<applicationSettings.Screen />} />
      <Route path="settings/scheduling" element={<scheduling.Screen />} />
      <Route path="settings/actions" element={<actions.Screen />} />
      <Route path="about" element={<about.Screen />} />
      <Route path="_dev" element={<dev.Screen />} />
      {catalogue ? <Route path="_catalogue" element={<catalogue.Screen />} /> : null}
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}
