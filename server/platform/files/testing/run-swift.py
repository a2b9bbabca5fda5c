"""Runs OpenStack Swift, with its S3 API, in this process until its standard input ends. Prints the port.

Arguments: an empty folder, an access key of the form account:user, its secret, and how many keys a response lists.
"""

import os
import sys

import eventlet

eventlet.patcher.monkey_patch()

from eventlet import wsgi
from swift.common import utils

folder, access_key, secret, listed_at_once = sys.argv[1:]

proxy_conf = f"""
[DEFAULT]
swift_dir = {folder}

[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors

# Nothing listens there, so nothing is cached.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1

[filter:listing_formats]
use = egg:swift#listing_formats

[filter:s3api]
use = egg:swift#s3api
max_bucket_listing = {listed_at_once}

[filter:tempauth]
use = egg:swift#tempauth
user_{access_key.replace(":", "_")} = {secret} .admin

[filter:slo]
use = egg:swift#slo
"""
swift_conf = """
[swift-hash]
swift_hash_path_prefix = test
swift_hash_path_suffix = test
"""
for name, text in {"proxy.conf": proxy_conf, "swift.conf": swift_conf}.items():
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)
utils.set_swift_dir(folder)

# These read the configuration when they are imported.
from swift.account.server import AccountController
from swift.common.ring import RingBuilder
from swift.common.storage_policy import reload_storage_policies
from swift.common.wsgi import SwiftHttpProtocol, loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController


def serve(app):
    """Returns the port on which it serves."""
    socket = eventlet.listen(("127.0.0.1", 0))
    log = utils.get_logger({}, "swift")
    eventlet.spawn(wsgi.server, socket, app, log, protocol=SwiftHttpProtocol, log_output=False)
    return socket.getsockname()[1]


devices = os.path.join(folder, "devices")
os.makedirs(os.path.join(devices, "disk"))
storage = {"swift_dir": folder, "devices": devices, "mount_check": "false", "disable_fallocate": "true"}
controllers = {"account": AccountController, "container": ContainerController, "object": ObjectController}
for kind, controller in controllers.items():
    place = {"ip": "127.0.0.1", "port": serve(controller(storage))}
    device = {"id": 0, "region": 1, "zone": 1, "weight": 1, "device": "disk", **place}
    ring = RingBuilder(part_power=1, replicas=1, min_part_hours=1)
    ring.add_dev({**device, **{f"replication_{key}": value for key, value in place.items()}})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f"{kind}.ring.gz"))
reload_storage_policies()
print(serve(loadapp(os.path.join(folder, "proxy.conf"))), flush=True)
eventlet.tpool.execute(sys.stdin.read)
