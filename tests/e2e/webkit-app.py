#!/usr/bin/python3
# A WebKitGTK browser for webkit-device.ts whose profile is on the disk, because MiniBrowser forgets everything when WebDriver ends it.
# WebKitWebDriver starts it and opens its views. The folder of the profile is in STOWAWAY_WEBKIT_PROFILE.
import os

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = os.environ['STOWAWAY_WEBKIT_PROFILE']
data_manager = WebKit2.WebsiteDataManager(base_data_directory=f'{profile}/data', base_cache_directory=f'{profile}/cache')
data_manager.get_cookie_manager().set_persistent_storage(f'{profile}/cookies.sqlite', WebKit2.CookiePersistentStorage.SQLITE)
context = WebKit2.WebContext(website_data_manager=data_manager)
context.set_automation_allowed(True)
settings = WebKit2.Settings()
# A press through WebDriver is not always counted as the user's gesture.
settings.set_media_playback_requires_user_gesture(False)


def open_view(_session):
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.set_default_size(1280, 800)
    window.add(view)
    window.show_all()
    return view


def on_automation_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('stowaway-webkit')
    session.set_application_info(info)
    session.connect('create-web-view', open_view)


context.connect('automation-started', on_automation_started)
Gtk.main()
