// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../src/Collection.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {Withdrawal} from "./support/Signing.sol";
import {check, checkEq, vm} from "./support/Vm.sol";

/// Calls back while it is asked whether it takes the token, and notes what it saw.
contract Reentrant {
    Collection private immutable _collection;
    bytes[] private _calls;
    bool[] public outcomes;
    address public ownerSeen;
    uint256 public balanceSeen;
    bool private _isInside;

    constructor(Collection collection) {
        _collection = collection;
    }

    function plan(bytes calldata data) external {
        _calls.push(data);
    }

    function onERC721Received(address, address, uint256 tokenId, bytes calldata) external returns (bytes4) {
        if (_isInside) return this.onERC721Received.selector;
        _isInside = true;
        ownerSeen = _collection.ownerOf(tokenId);
        balanceSeen = _collection.balanceOf(address(this));
        for (uint256 i; i < _calls.length; ++i) {
            (bool ok,) = address(_collection).call(_calls[i]);
            outcomes.push(ok);
        }
        return this.onERC721Received.selector;
    }
}

contract ReentrancyTest is CollectionTest {
    uint256 private constant TOKEN = 42;
    Reentrant private _receiver;

    function setUp() public override {
        super.setUp();
        mintTo(TOKEN, 0);
        _receiver = new Reentrant(collection);
    }

    function test_aWithdrawalCannotBeReplayedFromWithin() public {
        Withdrawal memory withdrawal = currentWithdrawal(TOKEN, address(_receiver));
        (bytes32 r, bytes32 vs) = signWithdrawal(withdrawal, 0);
        bytes memory sent = abi.encodeCall(collection.withdraw, (TOKEN, withdrawal.to, withdrawal.expiry, r, vs));
        _receiver.plan(sent);
        (bool ok,) = address(collection).call(sent);
        check(ok, "the first one");
        check(!_receiver.outcomes(0), "replayed");
        _sawTheEndState();
    }

    function test_theSellersListingIsDeadWithinAWithdrawal() public {
        collection.grantRoles(address(_receiver), 2); // even a receiver that settles
        _receiver.plan(abi.encodeCall(collection.settle, (boundSale(TOKEN, 0, 1))));
        Withdrawal memory withdrawal = currentWithdrawal(TOKEN, address(_receiver));
        (bytes32 r, bytes32 vs) = signWithdrawal(withdrawal, 0);
        collection.withdraw(TOKEN, withdrawal.to, withdrawal.expiry, r, vs);
        check(!_receiver.outcomes(0), "settled from within");
        _sawTheEndState();
    }

    function test_fromWithinASafeTransferTheOldRightsAreGone() public {
        vm.prank(addressOf(0));
        collection.approve(address(_receiver), TOKEN);
        _receiver.plan(abi.encodeCall(collection.transferFrom, (addressOf(0), address(_receiver), TOKEN)));
        vm.prank(addressOf(0));
        collection.safeTransferFrom(addressOf(0), address(_receiver), TOKEN);
        check(!_receiver.outcomes(0), "moved again by the old approval");
        _sawTheEndState();
    }

    /// The receiver owns the token by then, so passing it on at once is its right; the books stay straight.
    function test_theReceiverMayPassTheTokenOnFromWithin() public {
        _receiver.plan(abi.encodeCall(collection.transferFrom, (address(_receiver), STRANGER, TOKEN)));
        vm.prank(addressOf(0));
        collection.safeTransferFrom(addressOf(0), address(_receiver), TOKEN);
        check(_receiver.outcomes(0), "passed on");
        checkEq(collection.ownerOf(TOKEN), STRANGER, "owner");
        checkEq(collection.balanceOf(address(_receiver)), 0, "receiver's balance");
        checkEq(collection.balanceOf(STRANGER), 1, "balance");
        (, uint256 version,) = collection.signatureNonces(TOKEN);
        checkEq(version, 2, "two moves");
    }

    function _sawTheEndState() private view {
        checkEq(_receiver.ownerSeen(), address(_receiver), "owner seen from within");
        checkEq(_receiver.balanceSeen(), 1, "balance seen from within");
        checkEq(collection.ownerOf(TOKEN), address(_receiver), "owner");
        checkEq(collection.balanceOf(addressOf(0)), 0, "former owner's balance");
    }
}
